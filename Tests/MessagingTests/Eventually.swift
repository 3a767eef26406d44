/// A wait that came to its deadline.
struct TimedOut: Error {}

/// Waits for a condition that somebody else makes true.
func eventually(
    withinMilliseconds milliseconds: Int = 5000, _ isTrue: @Sendable () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + .milliseconds(milliseconds)
    while try await !isTrue() {
        guard ContinuousClock.now < deadline else { throw TimedOut() }
        // Between two looks; how long it is decides nothing.
        try await Task.sleep(for: .milliseconds(1))
    }
}

/// Tries until it works, and throws the last error when the time is up.
func eventuallyMade<Value: Sendable>(
    withinMilliseconds milliseconds: Int = 5000, _ make: @Sendable () async throws -> Value
) async throws -> Value {
    let deadline = ContinuousClock.now + .milliseconds(milliseconds)
    while true {
        do {
            return try await make()
        } catch {
            guard ContinuousClock.now < deadline else { throw error }
            // Between two attempts, as above.
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
