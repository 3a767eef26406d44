import Synchronization
import Threading

/// Whether somebody asked the bench to end: by Ctrl-C or SIGTERM. What was measured until then is still reported.
final class Interruption: Sendable {
    private let instant = Atomic<UInt64>(0)
    private let cancel = Locked<(@Sendable () -> Void)?>(nil)

    /// A signal to a process and one to its group, as `timeout` sends them, are one wish.
    static let sameWishNanoseconds: UInt64 = 500_000_000

    /// The bench is to end.
    ///
    /// - Returns: false for a second wish, of who does not want to wait for the report.
    func raise() -> Bool { raise(at: MonotonicClock.now) }

    func raise(at now: UInt64) -> Bool {
        let first = instant.compareExchange(expected: 0, desired: now, ordering: .relaxed)
        if first.exchanged {
            Terminal.note("bench: ending; a second signal ends at once, without the report")
            cancel.withLock { $0 }?()
        }
        return first.exchanged || now < first.original + Self.sameWishNanoseconds
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
