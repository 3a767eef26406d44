/// The instant at which a command ends, whatever came of it.
struct Deadline: Sendable {
    private let end: ContinuousClock.Instant
    /// What was allowed in all, for messages.
    let allowedMilliseconds: Int

    init(milliseconds: Int) {
        allowedMilliseconds = milliseconds
        end = .now + .milliseconds(milliseconds)
    }

    /// Whole milliseconds that are left; 0 when it is over.
    var leftMilliseconds: Int {
        let left = ContinuousClock.now.duration(to: end).components
        return max(0, Int(left.seconds) * 1000 + Int(left.attoseconds / 1_000_000_000_000_000))
    }
}
