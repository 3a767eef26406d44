import Messaging
package import WireProtocol

import Threading

/// A time of day that moves only when a test says so.
package final class ManualTime: TimeSource {
    private let current: Locked<Timestamp>

    package init(_ start: Timestamp = ManualTime.start) { current = Locked(start) }

    /// Noon of a day without anything special: 2026-06-19T12:00:00Z.
    package static let start = Timestamp(milliseconds: 1_781_870_400_000)

    package func now() -> Timestamp { current.withLock { $0 } }

    package func advance(milliseconds: Int64) {
        current.withLock { $0 = $0.adding(milliseconds: milliseconds) }
    }
}
