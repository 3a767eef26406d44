/// The calls of one method that are at work: so many run at once, the others wait in turns by peer.
///
/// Without it a peer that asks without end would be served alone for as long as callers wait; and each call at work holds
/// what it has read so far.
struct Lane {
    /// How many may run at once.
    let most: Int
    private(set) var running = 0
    private var waiting = FairQueue<UInt64>()
    private var admission = Admission()

    init(most: Int) { self.most = most }

    /// Whether a call of a peer that comes now can be answered in time.
    func admits(patienceMilliseconds: Int, of peer: UInt64) -> Bool {
        admission.admits(patienceMilliseconds: patienceMilliseconds, ahead: running + waiting.ahead(of: peer))
    }

    /// A call was let in.
    ///
    /// - Returns: whether it runs at once; else it waits for its turn.
    mutating func enter(_ number: UInt64, of peer: UInt64, nowNanoseconds now: UInt64) -> Bool {
        if running == 0 { admission.awoke(nowNanoseconds: now) }
        guard running < most else {
            waiting.append(number, of: peer)
            return false
        }
        running += 1
        return true
    }

    /// A call that ran has ended.
    ///
    /// - Parameter wasWork: false when it was not wanted any more, and nothing was done: that says nothing of the pace.
    /// - Returns: the call that runs now in its place.
    mutating func leave(wasWork: Bool, nowNanoseconds now: UInt64) -> UInt64? {
        if wasWork { admission.ended(nowNanoseconds: now) }
        running -= 1
        guard let next = waiting.next() else { return nil }
        running += 1
        return next
    }

    /// A call that waits is not wanted any more.
    mutating func giveUp(_ number: UInt64, of peer: UInt64) { waiting.remove(of: peer) { $0 == number } }
}
