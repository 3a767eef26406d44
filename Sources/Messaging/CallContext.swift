public import WireProtocol

/// What a handler may know of the call it serves.
public struct CallContext: Sendable {
    public var method: String
    /// The idempotency key; never nil for a `.keyed` request, which is checked before the handler runs.
    public var key: String?
    /// The time of day at the start of the work, from the responder's time source.
    public var now: Timestamp
    /// What is left of the caller's patience at the start of the work.
    public var remainingMilliseconds: Int
    /// W3C trace context, to be passed on.
    public var traceparent: String?
    public var tracestate: String?
    private let madeNanoseconds = MonotonicTime.nowNanoseconds

    public init(
        method: String, key: String? = nil, now: Timestamp, remainingMilliseconds: Int = 5000,
        traceparent: String? = nil, tracestate: String? = nil
    ) {
        self.method = method
        self.key = key
        self.now = now
        self.remainingMilliseconds = remainingMilliseconds
        self.traceparent = traceparent
        self.tracestate = tracestate
    }
}

extension CallContext {
    /// Refuses to go on when nobody waits any more: asked by work that may have stood in a queue of its own.
    ///
    /// - Throws: `deadline_exceeded`, also when the caller gave up.
    public func requireTime() throws(Fault) {
        let spent = (MonotonicTime.nowNanoseconds - madeNanoseconds) / 1_000_000
        guard !Task.isCancelled, spent < UInt64(max(0, remainingMilliseconds)) else {
            throw .deadlineExceeded
        }
    }
}
