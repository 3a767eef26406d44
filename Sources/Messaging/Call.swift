import WireProtocol

/// A request as it was received.
struct Call: Sendable {
    let method: String
    let header: Header
    /// The frames that the answer goes back along.
    let route: [[UInt8]]
    let body: [UInt8]
    /// On the monotonic clock; earlier than it was read where the process stood still in between.
    let receivedNanoseconds: UInt64

    var coding: WireCoding { WireCoding(header.contentType) }
    var patienceMilliseconds: Int { header.patienceMilliseconds }

    /// The same for all calls of a peer.
    var peerKey: UInt64 { BoundPeers.key(of: route[0]) }

    /// What its cancellation will call it.
    var name: CallAtWork.Name? {
        guard let id = header.id, let peer = route.first else { return nil }
        return CallAtWork.Name(peer: peer, id: id)
    }

    /// What is left of the caller's patience; its time before the message was received here is not known.
    func remainingMilliseconds(atNanoseconds now: UInt64) -> Int {
        patienceMilliseconds - Int((max(now, receivedNanoseconds) - receivedNanoseconds) / 1_000_000)
    }

    func context(now: Timestamp, atNanoseconds nanoseconds: UInt64) -> CallContext {
        CallContext(
            method: method, key: header.key, now: now,
            remainingMilliseconds: remainingMilliseconds(atNanoseconds: nanoseconds),
            traceparent: header.traceparent, tracestate: header.tracestate)
    }
}

/// A call whose handler runs on the task pool, or waits for that.
struct CallAtWork {
    /// A peer's own name for its call.
    struct Name: Hashable, Sendable {
        let peer: [UInt8]
        let id: String
    }

    let call: Call
    let handler: Handler
    /// Nil while it waits for its turn.
    var task: Task<Void, Never>?
    /// The caller gave up: no reply.
    var isCancelled = false
}
