import Synchronization
import Threading

/// Whether somebody asked the bench to end: by Ctrl-C or SIGTERM. What was measured until then is still reported.
final class Interruption: Sendable {
    private let instant = Atomic<UInt64>(0)
    private let cancel = Locked<(@Sendable () -> Void)?>(nil)

    /// The bench is to end.
    ///
    /// - Returns: false the second time, for who does not want to wait for the report.
    func raise() -> Bool {
        let isFirst = instant.compareExchange(
            expected: 0, desired: MonotonicClock.now, ordering: .relaxed
        ).exchanged
        if isFirst {
            Terminal.note("bench: ending; a second signal ends at once, without the report")
            cancel.withLock { $0 }?()
        }
        return isFirst
    }

    var isRaised: Bool { instant.load(ordering: .relaxed) != 0 }

    /// When it was asked for, on the monotonic clock.
    var raisedAt: UInt64? { isRaised ? instant.load(ordering: .relaxed) : nil }

    /// Does what the run needs first, which is cancelled when the bench is to end.
    func during(_ work: @escaping @Sendable () async throws -> Void) async throws {
        let task = Task { try await work() }
        cancel.withLock { $0 = { task.cancel() } }
        defer { cancel.withLock { $0 = nil } }
        if isRaised { task.cancel() }
        try await task.value
    }
}
