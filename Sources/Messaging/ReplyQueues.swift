/// Replies that wait for slow peers, in order for each: one slow peer never delays another.
struct ReplyQueues {
    private struct Queue {
        var replies: [Reply] = []
        var bytes = 0
    }

    private var waiting: [[UInt8]: Queue] = [:]
    private(set) var bytes = 0
    private let mostPerPeer: Int
    private let mostBytesPerPeer: Int
    private let mostBytes: Int

    /// - Parameters:
    ///   - mostPerPeer: replies that may wait for one peer.
    ///   - mostBytesPerPeer: their bytes; a single one may be larger, and small ones are bounded by their number.
    ///   - mostBytes: what may wait for all peers together.
    init(mostPerPeer: Int, mostBytesPerPeer: Int, mostBytes: Int) {
        self.mostPerPeer = mostPerPeer
        self.mostBytesPerPeer = mostBytesPerPeer
        self.mostBytes = mostBytes
    }

    var isEmpty: Bool { waiting.isEmpty }

    /// Whether replies to some peer are lost for want of room.
    var isFull: Bool { waiting.values.contains { $0.replies.count >= mostPerPeer } }

    func isWaiting(for peer: [UInt8]) -> Bool { !waiting.isEmpty && waiting[peer] != nil }

    func bytes(for peer: [UInt8]) -> Int { waiting.isEmpty ? 0 : waiting[peer]?.bytes ?? 0 }

    /// False when there is no room for it, and the reply is lost.
    mutating func append(_ reply: Reply) -> Bool {
        var queue = waiting[reply.peer] ?? Queue()
        guard bytes + reply.byteCount <= mostBytes, queue.replies.count < mostPerPeer,
            queue.replies.isEmpty || reply.isSmall || queue.bytes + reply.byteCount <= mostBytesPerPeer
        else { return false }
        waiting[reply.peer] = nil
        queue.replies.append(reply)
        queue.bytes += reply.byteCount
        bytes += reply.byteCount
        waiting[reply.peer] = queue
        return true
    }

    /// Offers each peer's replies in order until one is not taken.
    mutating func flush(_ isTaken: (Reply) -> Bool) {
        for (peer, queue) in waiting {
            let rest = Array(queue.replies.drop(while: isTaken))
            let restBytes = rest.reduce(0) { $0 + $1.byteCount }
            bytes -= queue.bytes - restBytes
            waiting[peer] = rest.isEmpty ? nil : Queue(replies: rest, bytes: restBytes)
        }
    }
}
