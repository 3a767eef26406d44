/// Something that a test waited for did not come.
struct NeverHappened: Error, CustomStringConvertible {
    let description: String
}

/// Looks again and again until the condition holds.
///
/// - Throws: `NeverHappened` when it does not in that time, or what looking throws.
func eventually(
    _ what: String, withinSeconds seconds: Double = 20, _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while try await !condition() {
        if ContinuousClock.now > end { throw NeverHappened(description: "not within \(seconds) s: \(what)") }
        try await Task.sleep(for: .milliseconds(2))
    }
}
