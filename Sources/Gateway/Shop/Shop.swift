import Contracts
import Messaging
import WireProtocol

/// One call as it leaves.
struct OutgoingCall: Sendable, Equatable {
    var service: Service
    /// The one replica that is meant; nil for any.
    var replica: Endpoint?
    var method: String
    var body: [UInt8]
    var key: String?
    var repetition: Repetition
    var timeoutMilliseconds: Int
}

/// The way to the services; tests answer in their place.
protocol ServiceCalls: Sendable {
    /// Ends within the call's timeout, with the body of the reply.
    func send(_ call: OutgoingCall) async throws(ServiceFailure) -> [UInt8]

    /// Tells what is published in streams of a service, one after the other, until `take` has had enough (false)
    /// or the task is cancelled.
    func follow(
        _ streams: [StreamSelection], of service: Service, _ take: @Sendable (StreamUpdate) async -> Bool
    ) async
}

/// What a command works with: typed calls within one deadline.
struct Shop: Sendable {
    let calls: any ServiceCalls
    let settings: Settings
    let deadline: Deadline
    var interruption = Interruption()
    var show: @Sendable (String) -> Void = { _ in }

    /// One attempt, within the deadline.
    ///
    /// - Parameter limit: how much of the time it may take at most, in milliseconds.
    func call<R: Request>(
        _ request: R, withinMilliseconds limit: Int = .max
    ) async throws(GatewayError) -> Answered<R.Reply> {
        do throws(ServiceFailure) {
            let timeout = min(limit, deadline.leftMilliseconds)
            return try await attempt(request, key: nil, timeoutMilliseconds: timeout)
        } catch {
            throw .service(error, waitedMilliseconds: deadline.allowedMilliseconds)
        }
    }

    /// Makes a change once: repeats the identical call with one key until it is answered, the deadline has passed or
    /// the command is interrupted.
    func settle<R: Request>(
        _ request: R, changingWithKey key: String
    ) async throws(ServiceFailure) -> Answered<R.Reply> {
        try await interruption.during { () -> Result<Answered<R.Reply>, ServiceFailure> in
            do throws(ServiceFailure) {
                return .success(try await settle(request, key: key))
            } catch {
                return .failure(error)
            }
        }.get()
    }

    /// Repeats the identical call until it is answered or the deadline has passed.
    func settle<R: Request>(_ request: R, key: String? = nil) async throws(ServiceFailure) -> Answered<
        R.Reply
    > {
        var retry = Retry()
        while true {
            let failure: ServiceFailure
            do throws(ServiceFailure) {
                let timeout = retry.attemptMilliseconds(left: deadline.leftMilliseconds)
                return try await attempt(request, key: key, timeoutMilliseconds: timeout)
            } catch {
                failure = error
            }
            let isUnsent = retry.isUnsent(failure)
            guard let pause = retry.pause(after: failure, left: deadline.leftMilliseconds) else {
                var told = failure
                told.mayBeDone = !isUnsent
                throw told
            }
            try? await Task.sleep(for: .milliseconds(pause))
        }
    }

    private func attempt<R: Request>(
        _ request: R, key: String?, timeoutMilliseconds: Int
    ) async throws(ServiceFailure) -> Answered<R.Reply> {
        guard let service = Service(method: R.method) else { preconditionFailure("\(R.method) is no shop's") }
        return try await send(request, to: service, key: key, timeoutMilliseconds: timeoutMilliseconds)
    }

    /// One attempt at a service, or at one replica of it.
    func send<R: Request>(
        _ request: R, to service: Service, replica: Endpoint? = nil, key: String? = nil,
        timeoutMilliseconds: Int
    ) async throws(ServiceFailure) -> Answered<R.Reply> {
        let coding = WireCoding(.json)
        let body: [UInt8]
        do throws(Fault) {
            body = try coding.encode(request)
        } catch {
            throw ServiceFailure(service: service, reason: .fault(error))
        }
        let reply = try await send(
            OutgoingCall(
                service: service, replica: replica, method: R.method, body: body, key: key,
                repetition: R.repetition,
                timeoutMilliseconds: timeoutMilliseconds))
        do throws(Fault) {
            return Answered(value: try coding.decode(R.Reply.self, from: reply), body: reply)
        } catch {
            throw ServiceFailure(service: service, reason: .unreadable(error.message))
        }
    }

    /// One attempt with a body that is encoded already. Who knows no such method may be another service.
    func send(_ call: OutgoingCall) async throws(ServiceFailure) -> [UInt8] {
        do throws(ServiceFailure) {
            return try await calls.send(call)
        } catch {
            guard error.isFault("unknown_method"), call.method != SystemInfo.method, call.service != .other,
                let other = await otherService(at: call.replica, of: call.service)
            else { throw error }
            throw ServiceFailure(service: call.service, reason: .otherService(other))
        }
    }

    /// The name of who answers in the place of a service; nil when it is the service, or does not tell.
    func otherService(at replica: Endpoint? = nil, of service: Service) async -> String? {
        let timeout = min(Self.asideMilliseconds, deadline.leftMilliseconds)
        let info = try? await send(SystemInfo(), to: service, replica: replica, timeoutMilliseconds: timeout)
        return info.flatMap { $0.value.name == service.name ? nil : $0.value.name }
    }
}
