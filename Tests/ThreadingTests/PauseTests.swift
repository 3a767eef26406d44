import Testing
import Threading

@Suite(.timeLimit(.minutes(1))) struct PauseTests {
    @Test func `a pause lasts its time`() async throws {
        let start = ContinuousClock.now
        try await pause(milliseconds: 30)
        #expect(start.duration(to: .now) >= .milliseconds(30))
    }

    @Test func `pauses end in the order in which they are due`() async {
        let ended = Locked<[Int]>([])
        await withTaskGroup { group in
            // The long ones are under way before the short one begins.
            for milliseconds in [400, 200, 0] {
                group.addTask {
                    try? await pause(milliseconds: milliseconds)
                    ended.withLock { $0.append(milliseconds) }
                }
            }
        }
        #expect(ended.withLock { $0 } == [0, 200, 400])
    }

    @Test func `a cancelled pause ends at once, before and after it has begun`() async {
        let task = Task { try await pause(milliseconds: 3_600_000) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let begun = Locked(false)
        let later = Task {
            begun.withLock { $0 = true }
            try await pause(milliseconds: 3_600_000)
        }
        while !begun.withLock({ $0 }) { await Task.yield() }
        later.cancel()
        await #expect(throws: CancellationError.self) { try await later.value }
    }
}
