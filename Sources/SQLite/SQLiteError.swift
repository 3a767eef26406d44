import CSQLite

/// What SQLite refused or could not do.
package struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What a caller can act on.
    package enum Kind: Sendable {
        /// The disk is full; nothing was changed, and a retry helps once there is room.
        case full
        /// The disk failed to read, write or sync.
        case ioError
        /// The disk failed, and a change that was refused may be there after a restart.
        case unknownOutcome
        /// The file, its folder or its disk takes no writes, or the file is not the one any more that was opened.
        case readOnly
        /// A UNIQUE, CHECK, NOT NULL, foreign key or primary key rule was broken.
        case constraint
        /// Another connection held the lock for longer than the busy timeout.
        case busy
        /// The file is damaged or no database at all.
        case corrupt
        case other
    }

    package let kind: Kind
    /// The extended result code, e.g. 2067 for a broken UNIQUE rule (https://sqlite.org/rescode.html).
    package let code: Int32
    package let message: String
    /// Whether another program that used a whole database may have left it so.
    private var mayBeForeignWork = false
    /// Names what lies in a row and cannot be read, `order 2026-000017`; nil for other damage.
    package private(set) var unreadable: String?

    package var description: String { "\(message) (SQLite code \(code))" }

    package init(code: Int32, message: String) {
        kind = Kind(code: code)
        self.code = code
        self.message = message
    }

    package static func damaged(_ message: String, mayBeForeignWork: Bool = false) -> SQLiteError {
        var error = SQLiteError(code: SQLITE_CORRUPT, message: message)
        error.mayBeForeignWork = mayBeForeignWork
        return error
    }

    /// A row whose page is as it was written, and that holds what no release of the program has written.
    ///
    /// - Parameter name: what people call what lies there, `order 2026-000017`.
    package static func unreadable(
        _ name: String, in table: String, row: Int64? = nil, _ why: String
    ) -> SQLiteError {
        let place = "table \(table)" + (row.map { ", row \($0)" } ?? "")
        var error = SQLiteError(code: SQLITE_CORRUPT, message: "\(name) cannot be read: \(why) (\(place))")
        error.unreadable = name
        return error
    }

    /// Says in which database, and what to do.
    func advising(_ path: String) -> SQLiteError {
        let other =
            mayBeForeignWork
            ? "if another program opened or checkpointed the database since, remove \(path)-guard alone and start "
                + "again; else " : ""
        return SQLiteError(
            code: code,
            message:
                "\(path) is damaged: \(message): \(other)restore a backup: stop the service, put the copy in its "
                + "place, remove \(path)-wal, \(path)-shm and \(path)-guard, start it again")
    }

    /// Of a change that may be found kept after all.
    var ofUnknownOutcome: SQLiteError {
        SQLiteError(kind: .unknownOutcome, code: code, message: message)
    }

    private init(kind: Kind, code: Int32, message: String) {
        (self.kind, self.code, self.message) = (kind, code, message)
    }

    // Swift cannot import these macros of sqlite3.h.
    static let failedRead = SQLITE_IOERR | (1 << 8)
    static let shortRead = SQLITE_IOERR | (2 << 8)
    /// SQLITE_IOERR_DATA: a page is not what was written.
    static let wrongData = SQLITE_IOERR | (32 << 8)
    /// SQLITE_IOERR_CORRUPTFS: the system cannot read the file.
    static let failingFileSystem = SQLITE_IOERR | (33 << 8)

    /// A wrong use that SQLite itself would have passed over in silence.
    static func misuse(_ message: String) -> SQLiteError {
        SQLiteError(code: SQLITE_MISUSE, message: message)
    }
}

extension SQLiteError.Kind {
    init(code: Int32) {
        if code == SQLiteError.wrongData {
            self = .corrupt
            return
        }
        switch code & 0xff {
        case SQLITE_FULL: self = .full
        case SQLITE_IOERR, SQLITE_CANTOPEN: self = .ioError
        case SQLITE_READONLY, SQLITE_PERM: self = .readOnly
        case SQLITE_CONSTRAINT: self = .constraint
        case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
        case SQLITE_CORRUPT, SQLITE_NOTADB: self = .corrupt
        default: self = .other
        }
    }
}
