/// The calls of one method that are at work: so many run at once, the others wait in turns by peer.
///
/// Without it a peer that asks without end would be served alone for as long as callers wait; and each call at work holds
/// what it has read so far.
struct Lane {
    let limits: AtOnce
    private(set) var running = 0
    private var runningOfPeer: [UInt64: Int] = [:]
    /// Peers whose last call was long: one at a time, so that who comes in between has to wait for one alone.
    private var demanding: Set<UInt64> = []
    private var waiting = FairQueue<UInt64>()
    private var admission = Admission()

    private static let longNanoseconds: UInt64 = 1_000_000

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
        guard running < limits.most, mayRun(peer) else {
            waiting.append(number, of: peer)
            return false
        }
        begin(peer)
        return true
    }

    private func mayRun(_ peer: UInt64) -> Bool {
        (runningOfPeer[peer] ?? 0) < (demanding.contains(peer) ? 1 : limits.mostOfPeer)
    }

    private mutating func begin(_ peer: UInt64) {
        running += 1
        runningOfPeer[peer, default: 0] += 1
    }

    /// A call that ran has ended.
    ///
    /// - Parameter worked: for how many nanoseconds; nil when it was not wanted any more, and nothing was done: that says
    ///   nothing of the pace.
    /// - Returns: the calls that run now.
    mutating func leave(of peer: UInt64, worked: UInt64?, nowNanoseconds now: UInt64) -> [UInt64] {
        running -= 1
        let left = (runningOfPeer[peer] ?? 0) - 1
        runningOfPeer[peer] = left > 0 ? left : nil
        if let worked {
            admission.ended(nowNanoseconds: now)
            let isLong = limits.mostOfPeer < limits.most && worked > Self.longNanoseconds
            if isLong { demanding.insert(peer) } else { demanding.remove(peer) }
        }
        if left <= 0, !waiting.holds(peer) { demanding.remove(peer) }
        var next: [UInt64] = []
        while running < limits.most, let (peer, number) = waiting.next(where: mayRun) {
            begin(peer)
            next.append(number)
        }
        return next
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
