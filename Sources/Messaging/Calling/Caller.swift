import Synchronization
import Threading
public import WireProtocol

/// A client of one service, over one or more replicas.
///
/// A call is sent to a replica that is known to answer, once; it is sent again by itself only where that can do
/// no harm, within its deadline and the retry budget. Every call ends exactly once.
public final class Caller: Sendable {
    public let settings: CallerSettings
    /// Counts of what happens beside calls: `late`, `retried`, `ejected`, …
    public let counters: Counters

    let reactor: Reactor
    private let nextID = Atomic<UInt64>(1)
    /// Lives on the reactor, made by the first call.
    private let calling: Confined<Calling>

    /// Nothing is connected or looked up before the first call.
    ///
    /// - Parameters:
    ///   - settings: whom it calls, and how.
    ///   - reactor: owns its sockets; may be shared with other callers, subscribers and responders.
    ///   - counters: where late answers, repetitions and ejected replicas are counted.
    ///   - resolver: finds the addresses of endpoints with a host's name.
    public init(
        _ settings: CallerSettings, reactor: Reactor, counters: Counters = Counters(),
        resolver: any Resolver = SystemResolver()
    ) {
        self.settings = settings
        self.reactor = reactor
        self.counters = counters
        calling = Confined(Calling(settings, counters: counters, resolver: resolver))
    }

    deinit { close() }

    /// Calls and waits for the reply.
    ///
    /// - Parameters:
    ///   - request: what is asked.
    ///   - key: the idempotency key; needed for a request that is `.keyed`.
    ///   - timeoutMilliseconds: from now to the end of all attempts; 60 s at most reaches the service.
    ///   - traceparent: W3C trace context.
    ///   - contentType: the encoding of request and reply.
    public func call<R: Request>(
        _ request: R, key: String? = nil, timeoutMilliseconds: Int = 5000, traceparent: String? = nil,
        contentType: ContentType = .cbor
    ) async throws(CallError) -> R.Reply {
        let coding = WireCoding(contentType)
        let body = try encoded { () throws(Fault) in try coding.encode(request) }
        let answer = try await call(
            method: R.method, body: body, contentType: contentType, key: key, repetition: R.repetition,
            timeoutMilliseconds: timeoutMilliseconds, traceparent: traceparent)
        do throws(Fault) {
            return try WireCoding(answer.header.contentType).decode(R.Reply.self, from: answer.body)
        } catch {
            throw self.error(.unreadable("an answer that cannot be read: \(error.message)"))
        }
    }

    /// Calls by name with a body that is encoded already.
    ///
    /// - Parameters:
    ///   - method: its name on the wire.
    ///   - body: in the encoding that `contentType` names.
    ///   - contentType: also that of the answer.
    ///   - key: the idempotency key.
    ///   - repetition: what another attempt would do; without knowledge `.keyed`, which repeats only with a key.
    ///   - timeoutMilliseconds: from now to the end of all attempts.
    ///   - traceparent: W3C trace context.
    public func call(
        method: String, body: [UInt8], contentType: ContentType = .json, key: String? = nil,
        repetition: Repetition = .keyed, timeoutMilliseconds: Int = 5000, traceparent: String? = nil
    ) async throws(CallError) -> CallAnswer {
        let outgoing: OutgoingCall
        do throws(HeaderError) {
            outgoing = try OutgoingCall(
                id: nextID.add(1, ordering: .relaxed).oldValue, method: method, body: body,
                contentType: contentType, key: key, repetition: repetition, traceparent: traceparent,
                timeoutMilliseconds: timeoutMilliseconds)
        } catch {
            throw self.error(.fault(error.fault))
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { start(outgoing, $0) }
        } onCancel: {
            cancel(outgoing.id)
        }
        switch outcome {
        case .success(let answer):
            guard case .fault = answer.header.kind else { return answer }
            var error = error(.fault(answer.header.fault(body: answer.body)))
            error.endpoints = [answer.endpoint.description]
            throw error
        case .failure(let reason): throw error(reason)
        }
    }

    /// Closes the connections; calls under way end as `.closed`.
    public func close() {
        let calling = calling
        reactor.perform { _ in calling.value.close() }
    }

    private func start(_ call: OutgoingCall, _ continuation: Calling.Continuation) {
        let calling = calling
        let isAccepted = reactor.perform { loop in calling.value.begin(call, continuation, on: loop) }
        if !isAccepted { continuation.resume(returning: .failure(.closed)) }
        // A cancellation that came before the command was enqueued found nothing to cancel.
        if Task.isCancelled { cancel(call.id) }
    }

    private func cancel(_ id: UInt64) {
        let calling = calling
        reactor.perform { _ in calling.value.cancel(id) }
    }

    private func encoded(_ encode: () throws(Fault) -> [UInt8]) throws(CallError) -> [UInt8] {
        do throws(Fault) { return try encode() } catch { throw self.error(.unreadable(error.message)) }
    }

    private func error(_ reason: CallError.Reason) -> CallError {
        CallError(reason, service: settings.service, endpoints: settings.endpoints.map(\.description))
    }
}
