/// Whether the log is to be told once more of what others can bring about as often as they like. A pure value.
struct RareLine: Sendable {
    private var nextNanoseconds: UInt64 = 0

    private static let pauseNanoseconds: UInt64 = 10_000_000_000

    /// True at most once in ten seconds.
    mutating func isDue(nowNanoseconds now: UInt64) -> Bool {
        guard now >= nextNanoseconds else { return false }
        nextNanoseconds = now + Self.pauseNanoseconds
        return true
    }
}
