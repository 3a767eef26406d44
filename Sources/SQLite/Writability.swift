import CSQLite

/// Is told when a database stops taking changes and when it takes them again, on the thread that uses it.
package protocol WriteObserver: Sendable {
    /// A change could not be kept; told of each one.
    func writeFailed(_ error: SQLiteError)
    /// A change was kept after one that could not be.
    func writesRecovered()
    /// Part of the file was looked at for damage; told until `done` is `all`.
    func checked(pages done: Int, of all: Int)
    /// Another program has the database locked, so that changes wait; or has no more.
    func locked(_ isLocked: Bool)
    /// Another program reads an old state of the database, so that the log cannot be shorter than this; nil when it can.
    func logIsHeld(bytes: Int?)
}

extension WriteObserver {
    package func checked(pages done: Int, of all: Int) {}
    package func locked(_ isLocked: Bool) {}
    package func logIsHeld(bytes: Int?) {}
}

extension Database {
    /// Finds out whether changes can be kept, without waiting for somebody who makes one.
    ///
    /// To be called now and then. It writes only when a change has failed before; else it looks whether the files
    /// are in place and nobody else has locked them.
    package func checkWritability() {
        if cannotWrite { return withoutWaiting { rewriteFirstPage() } }
        do throws(SQLiteError) { try requireFiles() } catch { return noteFailure(error) }
        checkLock()
    }

    /// As good as any change: a page goes to the log and is synced. The transaction itself tells of a failure.
    private func rewriteFirstPage() {
        let rewriting: Void? = try? transaction {
            try script("PRAGMA user_version = \(schemaVersion())")
        }
        guard rewriting != nil else { return }
        cannotWrite = false
        observer?.writesRecovered()
    }

    /// Refuses to go on with a file that was deleted, moved, replaced or cut since it was opened.
    func requireFiles() throws(SQLiteError) {
        guard files?.areInPlace(guardian?.extents ?? FileExtents()) == false else { return }
        throw SQLiteError(code: movedFile, message: "the file was deleted, moved, replaced or cut")
    }

    func noteFailure(_ error: any Error) {
        guard damage == nil else { return tellOfDamage() }
        guard let error = error as? SQLiteError, error.kind.keepsFromWriting else { return }
        note(error)
        if damage != nil { return }
        cannotWrite = true
        observer?.writeFailed(error)
    }
}

extension SQLiteError.Kind {
    /// Whether it is the disk or the file that takes no changes, and not the change that is refused.
    fileprivate var keepsFromWriting: Bool {
        switch self {
        case .full, .ioError, .unknownOutcome, .readOnly, .corrupt, .busy: true
        case .constraint, .other: false
        }
    }
}

/// `SQLITE_READONLY_DBMOVED`, a macro that Swift cannot import.
private let movedFile = SQLITE_READONLY | (4 << 8)
