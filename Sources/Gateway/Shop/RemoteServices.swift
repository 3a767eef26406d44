import Messaging
import WireProtocol
import ZeroMQ

/// The way to the services over ZeroMQ: a caller for each service, and one for each of its replicas alone.
struct RemoteServices: ServiceCalls {
    private let services: [Service: Caller]
    private let replicas: [Endpoint: Caller]
    private let endpoints: [Service: [Endpoint]]
    private let reactor: Reactor
    /// Tells of each call, where that is wanted.
    private let trace: (@Sendable (String) -> Void)?

    /// Connects nothing before the first call.
    init(_ settings: Settings, reactor: Reactor, trace: (@Sendable (String) -> Void)? = nil) {
        var services: [Service: Caller] = [:]
        var replicas: [Endpoint: Caller] = [:]
        for (service, endpoints) in settings.endpoints {
            services[service] = Self.caller(service, endpoints, reactor)
            for endpoint in endpoints { replicas[endpoint] = Self.caller(service, [endpoint], reactor) }
        }
        self.trace = trace
        self.services = services
        self.reactor = reactor
        endpoints = settings.endpoints
        self.replicas = replicas
    }

    private static func caller(_ service: Service, _ endpoints: [Endpoint], _ reactor: Reactor) -> Caller {
        var settings = CallerSettings(service: service.name, endpoints: endpoints)
        // Somebody waits for the answer, and is told at once when there can be none.
        settings.waitsForService = false
        return Caller(settings, reactor: reactor)
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
        let tell: @Sendable (String) -> Void = { StandardErrorLog().record($0) }
        let services = RemoteServices(settings, reactor: reactor, trace: settings.isVerbose ? tell : nil)
        let ending = await run(services)
        await reactor.end()
        return ending
    }

    func send(_ call: OutgoingCall) async throws(ServiceFailure) -> [UInt8] {
        guard let caller = caller(of: call) else {
            throw ServiceFailure(service: call.service, reason: .unreachable(at: "no address"))
        }
        let started = ContinuousClock.now
        do throws(CallError) {
            let answer = try await caller.call(
                method: call.method, body: call.body, key: call.key, repetition: call.repetition,
                timeoutMilliseconds: call.timeoutMilliseconds)
            tell(call, caller, started, .success(answer))
            return answer.body
        } catch {
            tell(call, caller, started, .failure(error))
            throw ServiceFailure(service: call.service, reason: .init(error))
        }
    }

    private func caller(of call: OutgoingCall) -> Caller? {
        guard let replica = call.replica else { return services[call.service] }
        return replicas[replica] ?? Self.caller(call.service, [replica], reactor)
    }

    private func tell(
        _ call: OutgoingCall, _ caller: Caller, _ started: ContinuousClock.Instant,
        _ outcome: Result<CallAnswer, CallError>
    ) {
        guard let trace else { return }
        let addresses = caller.settings.endpoints.map(\.description)
        var told = CallTrace(
            call: call, addresses: addresses, took: .now - started, outcome: outcome.map(\.header))
        switch outcome {
        case .success(let answer):
            (told.replyBytes, told.answeredAt) = (answer.body.count, answer.endpoint.description)
        case .failure(let error):
            if case .fault = error.reason { told.answeredAt = error.endpoints.first }
        }
        trace(told.line)
    }

    func follow(
        _ streams: [StreamSelection], of service: Service, _ take: @Sendable (StreamUpdate) async -> Bool
    ) async {
        // Each replica numbers its own events, and all say the same: one is enough.
        let settings = SubscriberSettings(
            service: service.name, endpoints: Array((endpoints[service] ?? []).prefix(1)),
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
