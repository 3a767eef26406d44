import CSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// How a connection waits for a lock that another program holds, and tells of it: SQLite's busy handler.
final class LockWait {
    /// How long to wait, before what wanted the lock is refused as busy.
    var mostMilliseconds: Int
    private let observer: (any WriteObserver)?
    private var waitedMilliseconds = 0
    private var isTold = false

    /// A shorter wait is nothing to be told.
    private static let untoldMilliseconds = 500
    private static let longestPauseMilliseconds = 25

    init(mostMilliseconds: Int, observer: (any WriteObserver)?) {
        self.mostMilliseconds = mostMilliseconds
        self.observer = observer
    }

    /// - Parameter connection: must not outlive this object.
    func install(on connection: OpaquePointer) {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe sqlite3_busy_handler(
            connection,
            { context, attempt in
                guard let context = unsafe context else { return 0 }
                return unsafe Unmanaged<LockWait>.fromOpaque(context).takeUnretainedValue().goesOn(attempt)
                    ? 1 : 0
            }, context)
    }

    private func goesOn(_ attempt: Int32) -> Bool {
        if attempt == 0 { waitedMilliseconds = 0 }
        guard waitedMilliseconds < mostMilliseconds else { return false }
        if waitedMilliseconds >= Self.untoldMilliseconds { tell(isLocked: true) }
        let pause = min(
            1 << min(Int(attempt), 5), Self.longestPauseMilliseconds, mostMilliseconds - waitedMilliseconds)
        usleep(UInt32(pause) * 1000)
        waitedMilliseconds += pause
        return true
    }

    /// Whether another program holds the lock; told when it is another answer than before.
    func tell(isLocked: Bool) {
        guard isTold != isLocked else { return }
        isTold = isLocked
        observer?.locked(isLocked)
    }
}

extension Database {
    /// Runs `body`, in which nobody is waited for.
    func withoutWaiting<Value>(_ body: () throws -> Value) rethrows -> Value {
        let most = lockWait.mostMilliseconds
        lockWait.mostMilliseconds = 0
        defer { lockWait.mostMilliseconds = most }
        return try body()
    }

    /// Whether another program keeps changes waiting at this moment: a quiet shop would not notice.
    func checkLock() {
        guard path != ":memory:", damage == nil else { return }
        withoutWaiting {
            do throws(SQLiteError) {
                try execute("BEGIN IMMEDIATE")
                try execute("ROLLBACK")
                lockWait.tell(isLocked: false)
            } catch {
                if error.kind == .busy { lockWait.tell(isLocked: true) }
            }
        }
    }
}
