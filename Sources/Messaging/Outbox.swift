import ZeroMQ

/// A responder's way out: replies leave in batches, and those for slow peers wait for these alone.
final class Outbox {
    private let router: Router
    private let peers: BoundPeers
    private let loop: ReactorLoop
    private let counters: Counters
    private let logger: Logger
    /// Called when a peer has gone that was to be answered.
    private let peerLost: (UInt64) -> Void
    /// Called when replies that waited have gone.
    private let flushed: () -> Void

    private var batched: [Reply] = []
    private var isBatching = false
    private var waiting: ReplyQueues
    private let owed: OwedBytes
    private let most: Int
    /// In libzmq's queue, and again in ours.
    private let mostPerPeer: Int
    private var retry: ReactorLoop.TimerID?

    /// How many replies leave together: libzmq's own thread then writes them with few system calls.
    private static let together = 32
    private static let retryMilliseconds = 2
    private static let mostHeaderBytes = 8192

    init(
        _ router: Router, on loop: ReactorLoop, to peers: BoundPeers, settings: ResponderSettings,
        counters: Counters, logger: Logger, peerLost: @escaping (UInt64) -> Void,
        flushed: @escaping () -> Void
    ) {
        self.peerLost = peerLost
        self.router = router
        self.loop = loop
        self.peers = peers
        self.counters = counters
        self.logger = logger
        self.flushed = flushed
        waiting = ReplyQueues(
            mostPerPeer: settings.highWaterMark, mostBytesPerPeer: settings.memory.owedBytesPerPeer,
            mostBytes: settings.memory.owedBytes)
        owed = OwedBytes(mostPerPeer: settings.memory.owedBytesPerPeer, most: settings.memory.owedBytes)
        most = settings.memory.owedBytes
        mostPerPeer = settings.memory.owedBytesPerPeer
    }

    /// What libzmq and we hold for peers that have not read it yet, large replies alone.
    private var owedBytes: Int { owed.bytes + waiting.bytes + batched.reduce(0) { $0 + $1.byteCount } }

    /// Whether a reply with a body of so many bytes may be owed as well: by the bound of the peer, which may always be
    /// owed a single one, and by that of all. One that may not is not to be made.
    func hasRoom(for bodyBytes: Int, to peer: [UInt8]) -> Bool {
        if bodyBytes <= Reply.smallBytes { return true }
        let queued = batched.reduce(waiting.bytes(for: peer)) { $0 + ($1.peer == peer ? $1.byteCount : 0) }
        // What comes after something that waits must wait as well, and needs its place there.
        if queued > 0, queued + bodyBytes + Self.mostHeaderBytes > mostPerPeer { return false }
        let owedToPeer = owed.bytes(to: peer) + queued
        return owedBytes + bodyBytes <= most && (owedToPeer == 0 || owedToPeer + bodyBytes <= 2 * mostPerPeer)
    }

    /// Whether so much is owed that peers that read nothing must go soon: to all, or to one of them.
    var isPressed: Bool { owedBytes > most / 2 || waiting.isFull }

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
            switch outcome {
            case .sent: peers.gave(reply.wireBytes, to: reply.peerKey)
            case .unreachable:
                counters.add("unreachable")
                if peers.lost(reply.peerKey) { peerLost(reply.peerKey) }
            case .wouldBlock: break
            }
            return outcome != .wouldBlock
        } catch {
            logger.error("cannot send", ["error": error.description])
            return true
        }
    }

    private func outcome(of reply: Reply) throws(ZeroMQError) -> SendOutcome {
        let count = reply.body.count
        guard count > Reply.smallBytes else {
            return try router.send(reply.route, reply.header, reply.body)
        }
        guard owed.hasRoom(for: count, peer: reply.peer) else { return .wouldBlock }
        let body = try Message(sharing: reply.body, released: owed.owe(count, to: reply.peer))
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
