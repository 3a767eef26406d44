import CommandLineOptions
import Messaging
import WireProtocol

/// How each replica of each service is.
struct StatusCommand: ShopCommand {
    static let syntax = Command(
        name: "status", summary: "Show health, version, calls and latency of every service",
        examples: [
            "gateway status", "gateway status --checkout tcp://127.0.0.1:7030,tcp://127.0.0.1:7032 --json",
        ])

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {}

    func run(in shop: Shop) async throws(GatewayError) -> StatusAnswer {
        let replicas = Service.allCases.flatMap { service in
            (shop.settings.endpoints[service] ?? []).map { (service, $0) }
        }
        let states = await withTaskGroup(of: (Int, ReplicaState).self) { group in
            for (position, (service, endpoint)) in replicas.enumerated() {
                group.addTask { (position, await Self.state(of: service, endpoint, shop)) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        return StatusAnswer(
            replicas: states.sorted { $0.0 < $1.0 }.map(\.1),
            waitedMilliseconds: shop.deadline.allowedMilliseconds)
    }

    /// The three questions leave together; the first that fails stands for the replica.
    private static func state(of service: Service, _ endpoint: Endpoint, _ shop: Shop) async -> ReplicaState {
        async let health = ask(SystemHealth(), service, endpoint, shop)
        async let info = ask(SystemInfo(), service, endpoint, shop)
        async let stats = ask(SystemStats(), service, endpoint, shop)
        do throws(ServiceFailure) {
            let report = ReplicaReport(
                health: try await health.get(), info: try await info.get(), stats: try await stats.get())
            guard report.info.name == service.name else {
                throw ServiceFailure(service: service, reason: .otherService(report.info.name))
            }
            return ReplicaState(service: service, endpoint: endpoint, report: .success(report))
        } catch {
            return ReplicaState(service: service, endpoint: endpoint, report: .failure(error))
        }
    }

    private static func ask<R: Request>(
        _ request: R, _ service: Service, _ endpoint: Endpoint, _ shop: Shop
    ) async -> Result<R.Reply, ServiceFailure> {
        do throws(ServiceFailure) {
            return .success(
                try await shop.send(
                    request, to: service, replica: endpoint,
                    timeoutMilliseconds: shop.deadline.leftMilliseconds
                ).value)
        } catch {
            return .failure(error)
        }
    }
}
