/// Whether to look for work again and again instead of sleeping, for a moment.
///
/// To be woken takes tens of microseconds, on a virtual machine above all: as much as the work itself. So where work
/// has lately come soon after work, as in calls one after another, the thread stays awake that long. Where it has
/// not, watching would burn the processor for nothing, and the thread sleeps at once.
struct IdleWatch {
    private var idleSince: UInt64?
    /// How many pauses in a row were short enough to be watched through.
    private var shortPauses = 0
    private let isPossible: Bool

    /// What a pause may last, to be worth it.
    static let longestNanoseconds: UInt64 = 250_000
    /// With many calls in flight some pause is always long, and a thread that sleeps leaves the processor to others.
    private static let enough = 32

    /// - Parameter processors: with one alone, watching would keep the work from being made.
    init(processors: Int) { isPossible = processors > 1 }

    /// Called when there is nothing to do.
    mutating func isWorthwhile(nowNanoseconds now: UInt64) -> Bool {
        let since = idleSince ?? now
        idleSince = since
        return isPossible && shortPauses >= Self.enough && now < since + Self.longestNanoseconds
    }

    /// Called when there was something to do.
    mutating func ended(nowNanoseconds now: UInt64) {
        guard let since = idleSince else { return }
        idleSince = nil
        let isShort = now < since + Self.longestNanoseconds
        shortPauses = isShort ? shortPauses + 1 : 0
    }
}
