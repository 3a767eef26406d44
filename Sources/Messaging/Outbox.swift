import ZeroMQ

/// A responder's way out: replies leave in batches, and those for slow peers wait for these alone.
final class Outbox {
    private let router: Router
    private let loop: ReactorLoop
    private let counters: Counters
    private let logger: Logger
    /// Called when replies that waited have gone.
    private let flushed: () -> Void

    private var batched: [Reply] = []
    private var isBatching = false
    private var waiting: ReplyQueues
    private let owed: OwedBytes
    private var retry: ReactorLoop.TimerID?

    /// How many replies leave together: libzmq's own thread then writes them with few system calls.
    private static let together = 32
    private static let retryMilliseconds = 2

    init(
        _ router: Router, on loop: ReactorLoop, settings: ResponderSettings, counters: Counters,
        logger: Logger, flushed: @escaping () -> Void
    ) {
        self.router = router
        self.loop = loop
        self.counters = counters
        self.logger = logger
        self.flushed = flushed
        waiting = ReplyQueues(
            mostPerPeer: settings.highWaterMark, mostBytesPerPeer: settings.mostOwedBytesPerPeer,
            mostBytes: settings.mostOwedBytes)
        owed = OwedBytes(mostPerPeer: settings.mostOwedBytesPerPeer, most: settings.mostOwedBytes)
    }

    /// Whether nothing waits for a slow peer.
    var isEmpty: Bool { waiting.isEmpty }

    /// From now on replies may wait for others that come soon, until `endBatch`.
    func beginBatch() { isBatching = true }

    func endBatch() {
        isBatching = false
        sendBatched()
    }

    func send(_ reply: Reply) {
        batched.append(reply)
        if !isBatching || batched.count == Self.together { sendBatched() }
    }

    func close() {
        if let retry { loop.cancel(retry) }
        retry = nil
    }

    private func sendBatched() {
        for reply in batched {
            // What is sent must not overtake what already waits for that peer.
            if waiting.isWaiting(for: reply.peer) || !isTaken(reply) { wait(reply) }
        }
        batched.removeAll(keepingCapacity: true)
    }

    /// False when the peer is slow: its pipe is full, or it is owed too much.
    private func isTaken(_ reply: Reply) -> Bool {
        do throws(ZeroMQError) {
            let outcome = try outcome(of: reply)
            if outcome == .unreachable { counters.add("unreachable") }
            return outcome != .wouldBlock
        } catch {
            logger.error("cannot send", ["error": error.description])
            return true
        }
    }

    private func outcome(of reply: Reply) throws(ZeroMQError) -> SendOutcome {
        let count = reply.body.count
        guard count > Message.copyLimitBytes else {
            return try router.send(reply.route, reply.header, reply.body)
        }
        guard owed.hasRoom(for: count, peer: reply.peer) else { return .wouldBlock }
        let body = try Message(reply.body, released: owed.owe(count, to: reply.peer))
        return try router.send(reply.route, reply.header, body)
    }

    private func wait(_ reply: Reply) {
        if !waiting.append(reply) { counters.add("replies_dropped") }
        scheduleRetry()
    }

    /// POLLOUT of a ROUTER means that any peer is writable, so a timer asks the slow ones again.
    private func scheduleRetry() {
        guard retry == nil, !waiting.isEmpty else { return }
        retry = loop.schedule(afterMilliseconds: Self.retryMilliseconds) {
            self.retry = nil
            self.waiting.flush { self.isTaken($0) }
            self.scheduleRetry()
            self.flushed()
        }
    }
}
