/// Whether a call that comes now can be answered in its caller's time. A pure value.
///
/// Work that ends after its caller has left is capacity thrown away, and a queue that is longer than callers wait
/// throws all of it away. So a call is refused when those before it, at the pace at which calls have ended
/// lately, would take half of its time. A burst that meets an idle service is let in: nothing is known of its pace
/// yet, and what comes too late of it is not begun.
struct Admission: Sendable, Equatable {
    /// Nanoseconds between ends of work; nil until enough have ended since the service was idle.
    private var pace: UInt64?
    private var windowStart: UInt64 = 0
    private var endedInWindow: UInt64 = 0

    /// So few are always let in: their work may run side by side, and a pace says little.
    static let alwaysAhead = 8
    private static let windowNanoseconds: UInt64 = 50_000_000

    /// - Parameter ahead: how many calls end before it begins, or run beside it.
    func admits(patienceMilliseconds: Int, ahead: Int) -> Bool {
        guard let pace, ahead >= Self.alwaysAhead else { return true }
        // Half is left for what is not foreseen: the time on the way here and back, and work that is slower.
        let mostNanoseconds = UInt64(max(0, patienceMilliseconds)) * 500_000
        return UInt64(ahead + 1) * pace <= mostNanoseconds
    }

    /// A call was let in where none was at work.
    mutating func awoke(nowNanoseconds now: UInt64) {
        pace = nil
        windowStart = now
        endedInWindow = 0
    }

    /// A call's work ended. What was never begun says nothing of the pace.
    mutating func ended(nowNanoseconds now: UInt64) {
        endedInWindow += 1
        let elapsed = now - min(now, windowStart)
        guard elapsed >= Self.windowNanoseconds else { return }
        let measured = elapsed / endedInWindow
        pace = pace.map { ($0 + measured) / 2 } ?? measured
        windowStart = now
        endedInWindow = 0
    }
}
