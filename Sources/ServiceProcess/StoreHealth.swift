package import Messaging
package import SQLite
import Threading
import WireProtocol

/// Makes a store that takes no changes, or is still being looked at for damage, show: in the service's health, and in
/// its log.
package final class StoreHealth: WriteObserver {
    private struct State {
        /// As it stands in the health; nil while changes are kept.
        var reason: String?
        var lastLine: Timestamp?
        /// Whether the log was told of a failure and not yet of its end.
        var owesEnd = false
        /// How much of the file was looked at, in hundredths; nil when all was.
        var checkedPercent: Int?
    }

    /// Every caller may meet the same full disk: the log is told of it once in this time.
    static let lineIntervalMilliseconds: Int64 = 10_000

    private let health: Health
    private let logger: Logger
    private let time: any TimeSource
    private let state = Locked(State())

    package init(_ health: Health, logger: Logger, time: any TimeSource = SystemTime()) {
        self.health = health
        self.logger = logger
        self.time = time
        health.addNotes { [state] in
            state.withLock { $0.checkedPercent }.map { ["looking for damage in the store, \($0) % done"] }
                ?? []
        }
    }

    package func checked(pages done: Int, of all: Int) {
        state.withLock { $0.checkedPercent = done < all ? 100 * done / all : nil }
    }

    package func writeFailed(_ error: SQLiteError) {
        let now = time.now()
        let isTold = state.withLock { state in
            show(error.reason, in: &state)
            // A clock that was set back does not silence the log until it is there again.
            if let last = state.lastLine,
                (last..<last.adding(milliseconds: Self.lineIntervalMilliseconds)).contains(now)
            {
                return false
            }
            state.lastLine = now
            state.owesEnd = true
            return true
        }
        if isTold { logger.error("the store takes no changes", ["error": error.description]) }
    }

    package func writesRecovered() {
        let isTold = state.withLock { state in
            show(nil, in: &state)
            defer { state.owesEnd = false }
            return state.owesEnd
        }
        if isTold { logger.info("the store takes changes again") }
    }

    /// Inside the lock, so that the health ends up with what was seen last.
    private func show(_ reason: String?, in state: inout State) {
        guard reason != state.reason else { return }
        if let reason { health.add(reason: reason) }
        if let old = state.reason { health.remove(reason: old) }
        state.reason = reason
    }
}

extension SQLiteError {
    /// For who asks a service for its health; the log says more.
    fileprivate var reason: String {
        let cause =
            switch kind {
            case .full: "the disk is full"
            case .readOnly: "it is read-only, or was moved away"
            case .corrupt: "\(message) (README, Backups, and what a damaged disk does)"
            case .ioError, .unknownOutcome, .busy, .constraint, .other: "the disk fails"
            }
        return "the store takes no changes: \(cause)"
    }
}
