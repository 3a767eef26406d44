package import Messaging
package import SQLite
import Threading

/// Makes a store that takes no changes, or is still being looked at for damage, show: in the service's health, and in
/// its log.
package final class StoreHealth: WriteObserver {
    fileprivate struct State {
        /// As it stands in the health; nil while changes are kept.
        var reason: String?
        /// On a clock that is never set.
        var lastLineMilliseconds: Int64?
        /// Whether the log was told of a failure and not yet of its end.
        var owesEnd = false
        /// How much of the file was looked at, in hundredths; nil when all was.
        var checkedPercent: Int?
        /// Since when another program has it locked, on a clock that is never set.
        var lockedMilliseconds: Int64?
        /// Of a log that another program keeps from being shorter.
        var heldLogBytes: Int?
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
            let now = time.elapsedMilliseconds()
            return state.withLock { $0.notes(atMilliseconds: now) }
        }
    }

    package func locked(_ isLocked: Bool) {
        let now = time.elapsedMilliseconds()
        state.withLock { $0.lockedMilliseconds = isLocked ? $0.lockedMilliseconds ?? now : nil }
    }

    package func logIsHeld(bytes: Int?) { state.withLock { $0.heldLogBytes = bytes } }

    package func checked(pages done: Int, of all: Int) {
        state.withLock { $0.checkedPercent = done < all ? 100 * done / all : nil }
    }

    package func writeFailed(_ error: SQLiteError) {
        let now = time.elapsedMilliseconds()
        let isTold = state.withLock { state in
            show(error.reason, in: &state)
            if let last = state.lastLineMilliseconds, now - last < Self.lineIntervalMilliseconds {
                return false
            }
            state.lastLineMilliseconds = now
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

extension StoreHealth.State {
    /// What is not as usual though the store serves.
    fileprivate func notes(atMilliseconds now: Int64) -> [String] {
        let locked = lockedMilliseconds.map { since in
            "another program has the store locked for \((now - since) / 1000) s: changes wait"
        }
        let held = heldLogBytes.map { bytes in
            "another program reads an old state of the store, whose log has grown to \(bytes >> 20) MB"
        }
        return [checkedPercent.map { "looking for damage in the store, \($0) % done" }, locked, held]
            .compactMap(\.self)
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
            case .busy: "another program has it locked"
            case .ioError, .unknownOutcome, .constraint, .other: "the disk fails"
            }
        return "the store takes no changes: \(cause)"
    }
}
