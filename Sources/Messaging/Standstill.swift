/// Whether the process stood still lately: stopped by a signal, asleep with its machine, kept from the processor. A
/// pure value.
///
/// What came in meanwhile looks new when it is read, and nobody says how old it is. So whatever is found right
/// after a standstill is taken to have waited since its start. For a caller that waits longer than that nothing
/// changes; one that does not may have left, and must not find later that its order was placed.
struct Standstill {
    private struct Gap {
        let start: UInt64
        /// Until when what was sent before may still be on its way in.
        let aftermathEnd: UInt64
    }

    /// The thread shows itself at least this often, so that a longer silence means something.
    static let longestWaitMilliseconds = 100
    /// A silence up to this is no standstill: a thread is woken late when the processors are busy.
    static let unsuspiciousNanoseconds: UInt64 = 250_000_000
    /// How long the rest of what waited takes to get from the system's buffers to here, with room to spare.
    static let aftermathNanoseconds: UInt64 = 250_000_000

    private var lastSeen: UInt64
    /// The oldest first; hardly ever any.
    private var gaps: [Gap] = []

    init(nowNanoseconds now: UInt64) { lastSeen = now }

    /// The thread is at work: called in each round, before and after it waits.
    mutating func seen(nowNanoseconds now: UInt64) {
        if !gaps.isEmpty { gaps.removeAll { $0.aftermathEnd <= now } }
        if now > lastSeen + Self.unsuspiciousNanoseconds {
            gaps.append(Gap(start: lastSeen, aftermathEnd: now + Self.aftermathNanoseconds))
        }
        lastSeen = max(lastSeen, now)
    }

    /// Since when a message that is found now has been here, at the worst.
    func arrival(nowNanoseconds now: UInt64) -> UInt64 { gaps.first?.start ?? now }
}
