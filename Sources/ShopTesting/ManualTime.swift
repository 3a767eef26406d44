import Messaging
import Threading
package import WireProtocol

/// A time that moves only when a test says so.
package final class ManualTime: TimeSource {
    private struct State {
        var now: Timestamp
        var elapsedMilliseconds: Int64 = 0
    }

    private let state: Locked<State>

    package init(_ start: Timestamp = ManualTime.start) { state = Locked(State(now: start)) }

    /// Noon of a day without anything special: 2026-06-19T12:00:00Z.
    package static let start = Timestamp(milliseconds: 1_781_870_400_000)

    package func now() -> Timestamp { state.withLock { $0.now } }

    package func elapsedMilliseconds() -> Int64 { state.withLock { $0.elapsedMilliseconds } }

    /// So much time passes.
    package func advance(milliseconds: Int64) {
        state.withLock { state in
            state.now = state.now.adding(milliseconds: milliseconds)
            state.elapsedMilliseconds += milliseconds
        }
    }

    /// Somebody sets the time of day, forward or back, while no time passes.
    package func set(forwardBy milliseconds: Int64) {
        state.withLock { $0.now = $0.now.adding(milliseconds: milliseconds) }
    }
}
