/// How often callers may try again by themselves: a bucket that starts full at the in-flight cap and gains a
/// fifth of a token with each call, so that attempts ≤ 1.2 × calls + cap, whatever fails.
///
/// Retries help when one replica dies. When all of them struggle, they would be the load that keeps them down.
struct RetryBudget: Sendable {
    private var fifths: Int
    private let most: Int

    init(cap: Int) {
        most = cap * 5
        fifths = most
    }

    mutating func countCall() { fifths = min(most, fifths + 1) }

    /// Whether one more attempt is allowed; it is then paid for.
    mutating func spend() -> Bool {
        guard fifths >= 5 else { return false }
        fifths -= 5
        return true
    }
}
