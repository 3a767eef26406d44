/// The calls of one method that are at work: so many run at once, the others wait in turns by peer.
///
/// Without it a peer that asks without end would be served alone for as long as callers wait; and each call at work holds
/// what it has read so far.
struct Lane {
    let limits: AtOnce
    private(set) var running = 0
    private var runningOfPeer: [UInt64: Int] = [:]
    private var waiting = FairQueue<UInt64>()
    private var admission = Admission()

    init(_ limits: AtOnce) { self.limits = limits }

    /// Whether a call of a peer that comes now can be answered in time.
    func admits(patienceMilliseconds: Int, of peer: UInt64) -> Bool {
        admission.admits(patienceMilliseconds: patienceMilliseconds, ahead: running + waiting.ahead(of: peer))
    }

    /// A call was let in.
    ///
    /// - Returns: whether it runs at once; else it waits for its turn.
    mutating func enter(_ number: UInt64, of peer: UInt64, nowNanoseconds now: UInt64) -> Bool {
        if running == 0 { admission.awoke(nowNanoseconds: now) }
        guard running < limits.most, (runningOfPeer[peer] ?? 0) < limits.mostOfPeer else {
            waiting.append(number, of: peer)
            return false
        }
        begin(peer)
        return true
    }

    private mutating func begin(_ peer: UInt64) {
        running += 1
        runningOfPeer[peer, default: 0] += 1
    }

    /// A call that ran has ended.
    ///
    /// - Parameter wasWork: false when it was not wanted any more, and nothing was done: that says nothing of the pace.
    /// - Returns: the call that runs now in its place.
    mutating func leave(of peer: UInt64, wasWork: Bool, nowNanoseconds now: UInt64) -> UInt64? {
        if wasWork { admission.ended(nowNanoseconds: now) }
        running -= 1
        let left = (runningOfPeer[peer] ?? 0) - 1
        runningOfPeer[peer] = left > 0 ? left : nil
        let (runningOfPeer, mostOfPeer) = (runningOfPeer, limits.mostOfPeer)
        guard let next = waiting.next(where: { (runningOfPeer[$0] ?? 0) < mostOfPeer }) else { return nil }
        begin(next.peer)
        return next.item
    }

    /// A call that waits is not wanted any more.
    mutating func giveUp(_ number: UInt64, of peer: UInt64) { waiting.remove(of: peer) { $0 == number } }
}

/// How many calls of one method run at once.
public struct AtOnce: Sendable, Equatable {
    /// Of all peers together.
    public var most: Int
    /// Of one of them.
    public var mostOfPeer: Int

    public init(_ most: Int, ofPeer mostOfPeer: Int? = nil) {
        self.most = most
        self.mostOfPeer = mostOfPeer ?? most
    }

    /// Enough to share a sync of the disk.
    public static let usual = AtOnce(128)
}
