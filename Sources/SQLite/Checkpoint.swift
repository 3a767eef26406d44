import CSQLite

extension Database {
    /// Brings all that the log holds into the database and empties the log: from then on the main file alone is the
    /// whole of it, until the next change, whatever other programs do with the log. A damaged database is left alone.
    ///
    /// - Parameter milliseconds: how long to wait for another program that reads.
    /// - Throws: `SQLiteError`; busy when the log still holds what the database does not.
    package func emptyLog(within milliseconds: Int = 1000) throws {
        guard path != ":memory:", damage == nil else { return }
        try requireFiles()
        lockWait.mostMilliseconds = milliseconds
        guard try checkpoint("TRUNCATE") else {
            throw SQLiteError(
                code: SQLITE_BUSY,
                message: "\(path): another program reads it and keeps a part in the write-ahead log")
        }
        if let guardian, guardian.isArmed { guardian.closing() }
    }

    /// Gives back the room of a log that has grown long, once nobody reads an old state of the database any more; to be
    /// called now and then. Waits for nobody, and tells who it is that must be waited for.
    package func cutLongLog(beyond mostBytes: Int = longLogBytes) {
        guard let files, damage == nil else { return }
        if files.logByteCount > mostBytes { withoutWaiting { _ = try? checkpoint("TRUNCATE") } }
        let left = files.logByteCount
        observer?.logIsHeld(bytes: left > mostBytes ? left : nil)
    }

    /// SQLite begins a log anew from 4 MB on; it is longer only where it could not.
    package static let longLogBytes = 16 << 20

    /// - Returns: whether all of the log is in the database now.
    func checkpoint(_ mode: String) throws -> Bool {
        try first("PRAGMA wal_checkpoint(\(mode))") { row in
            // Both are -1 when another checkpoint is under way.
            let (inLog, inDatabase) = (try row.integer(1), try row.integer(2))
            return inLog >= 0 && inLog == inDatabase
        } ?? false
    }
}
