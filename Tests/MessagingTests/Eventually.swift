/// A wait that came to its deadline.
struct TimedOut: Error {}

/// Waits for a condition that somebody else makes true.
func eventually(
    withinMilliseconds milliseconds: Int = 5000, _ isTrue: @Sendable () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + .milliseconds(milliseconds)
    while try await !isTrue() {
        guard ContinuousClock.now < deadline else { throw TimedOut() }
        try await Task.sleep(for: .milliseconds(1))
    }
}
