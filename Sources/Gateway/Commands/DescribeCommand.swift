import CommandLineOptions
import Messaging
import WireProtocol

/// The methods of the services, and the shape of what they take and give.
struct DescribeCommand: ShopCommand {
    private static let service = Argument(
        "SERVICE", optional: true, help: "catalog, pricing or checkout; none means all")

    static let syntax = Command(
        name: "describe", summary: "Show the methods of a service and their shapes", arguments: [service],
        examples: ["gateway describe", "gateway describe pricing", "gateway describe checkout --json"])

    let services: [Service]

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {
        guard parsed.textOrNil(Self.service) != nil else {
            services = Service.allCases
            return
        }
        let names = Service.allCases.map(\.rawValue).joined(separator: ", ")
        services = [try parsed.converted(Self.service, allowed: "one of \(names)") { Service(rawValue: $0) }]
    }

    func run(in shop: Shop) async throws(GatewayError) -> DescriptionAnswer {
        var methods: [SystemDescribe.Method] = []
        for service in services {
            do throws(ServiceFailure) {
                let timeout = shop.deadline.leftMilliseconds
                if let other = await shop.otherService(of: service) {
                    throw ServiceFailure(service: service, reason: .otherService(other))
                }
                methods += try await shop.send(SystemDescribe(), to: service, timeoutMilliseconds: timeout)
                    .value.methods
            } catch {
                throw .service(error, waitedMilliseconds: shop.deadline.allowedMilliseconds)
            }
        }
        return DescriptionAnswer(methods: methods)
    }
}
