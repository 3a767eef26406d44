import Messaging
import WireProtocol
import ZeroMQ

/// The way to the services over ZeroMQ: a caller for each service, and one for each of its replicas alone.
struct RemoteServices: ServiceCalls {
    private let services: [Service: Caller]
    private let replicas: [Endpoint: Caller]
    private let endpoints: [Service: [Endpoint]]
    private let reactor: Reactor

    /// Connects nothing before the first call.
    init(_ settings: Settings, reactor: Reactor) {
        var services: [Service: Caller] = [:]
        var replicas: [Endpoint: Caller] = [:]
        for (service, endpoints) in settings.endpoints {
            let name = service.rawValue
            var calling = CallerSettings(service: name, endpoints: endpoints)
            // Somebody waits for the answer, and is told at once when there can be none.
            calling.waitsForService = false
            services[service] = Caller(calling, reactor: reactor)
            for endpoint in endpoints {
                calling.endpoints = [endpoint]
                replicas[endpoint] = Caller(calling, reactor: reactor)
            }
        }
        self.services = services
        self.reactor = reactor
        endpoints = settings.endpoints
        self.replicas = replicas
    }

    /// Opens the way for as long as `run` takes.
    static func connect(
        _ settings: Settings, _ run: @Sendable (any ServiceCalls) async -> Program.Ending
    ) async -> Program.Ending {
        let reactor: Reactor
        do throws(ZeroMQError) {
            reactor = try Reactor()
        } catch {
            return Program.Ending(
                errors: "gateway: no connection can be opened: \(error)\n", exitCode: .unreachable)
        }
        let ending = await run(RemoteServices(settings, reactor: reactor))
        await reactor.end()
        return ending
    }

    func send(_ call: OutgoingCall) async throws(ServiceFailure) -> [UInt8] {
        guard let caller = call.replica.map({ replicas[$0] }) ?? services[call.service] else {
            throw ServiceFailure(service: call.service, reason: .unreachable(at: "no address"))
        }
        do throws(CallError) {
            return try await caller.call(
                method: call.method, body: call.body, key: call.key, repetition: call.repetition,
                timeoutMilliseconds: call.timeoutMilliseconds
            ).body
        } catch {
            throw ServiceFailure(service: call.service, reason: .init(error))
        }
    }

    func follow(
        _ streams: [StreamSelection], of service: Service, _ take: @Sendable (StreamUpdate) async -> Bool
    ) async {
        // Each replica numbers its own events, and all say the same: one is enough.
        let settings = SubscriberSettings(
            service: service.rawValue, endpoints: Array((endpoints[service] ?? []).prefix(1)),
            streams: streams)
        for await update in Subscriber(settings, reactor: reactor) where await !take(update) { return }
    }
}

extension ServiceFailure.Reason {
    init(_ error: CallError) {
        switch error.reason {
        case .fault(let fault): self = .fault(fault)
        case .unreachable, .closed: self = .unreachable(at: error.endpoints.joined(separator: ", "))
        case .notConnected(let problem):
            self = .notConnected(problem, at: error.endpoints.joined(separator: ", "))
        case .deadlineExceeded: self = .late
        case .cancelled: self = .interrupted
        case .unknownOutcome: self = .unknownOutcome
        case .unreadable(let problem): self = .unreadable(problem)
        }
    }
}
