/// Replies that wait for slow peers, in order for each: one slow peer never delays another.
struct ReplyQueues {
    typealias Frames = [[UInt8]]

    private var waiting: [[UInt8]: [Frames]] = [:]
    private let mostPerPeer: Int

    init(mostPerPeer: Int) { self.mostPerPeer = mostPerPeer }

    var isEmpty: Bool { waiting.isEmpty }

    func isWaiting(for peer: [UInt8]) -> Bool { !waiting.isEmpty && waiting[peer] != nil }

    /// False when the peer's queue is full, and the reply is lost.
    mutating func append(_ frames: Frames, for peer: [UInt8]) -> Bool {
        guard waiting[peer, default: []].count < mostPerPeer else { return false }
        waiting[peer, default: []].append(frames)
        return true
    }

    /// Offers each peer's replies in order until one is not taken.
    mutating func flush(_ isTaken: (Frames) -> Bool) {
        for (peer, queue) in waiting {
            let rest = queue.drop(while: isTaken)
            waiting[peer] = rest.isEmpty ? nil : Array(rest)
        }
    }
}
