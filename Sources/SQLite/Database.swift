import CSQLite

/// One connection to one SQLite database; owned by one actor and never shared.
///
/// A file is in WAL mode with synchronous=FULL: once a commit has returned, it survives a power cut.
@safe package final class Database {
    let connection: OpaquePointer
    private var cache = StatementCache(capacity: 128)
    /// How many `transaction` scopes are open; the inner ones are savepoints.
    var transactionDepth = 0
    /// Nil where they are none of the system's.
    var files: DatabaseFiles?
    let observer: (any WriteObserver)?
    let lockWait: LockWait
    package let place: DatabasePlace
    private let mayWrite: Bool
    var path: String { place.path }
    var guardian: DatabaseGuard? { place.layer?.guardian }
    /// What was found wrong with the file; from then on no change is taken.
    var damage: SQLiteError?
    /// Pages that have been looked at since the start.
    var checkedPages = 0
    /// Whether a change could not be kept and none has been since.
    package internal(set) var cannotWrite = false

    /// Opens `path`, made when absent; `:memory:` is a database of its own that ends with the connection.
    ///
    /// - Parameters:
    ///   - vfs: names a registered file system layer; nil is the system's.
    ///   - isGuarded: whether a guard file beside it tells damage from data; `prepare` arms it. No other connection may
    ///     write then.
    package convenience init(
        path: String, vfs: String? = nil, busyTimeoutMilliseconds: Int = usualBusyTimeoutMilliseconds,
        observer: (any WriteObserver)? = nil, isGuarded: Bool = false
    ) throws(SQLiteError) {
        let layer = try Database.makeLayer(path, vfs, isGuarded)
        try self.init(
            DatabasePlace(path: path, vfs: vfs, layer: layer), busyTimeoutMilliseconds, observer,
            mayWrite: true)
        do throws(SQLiteError) {
            try script("PRAGMA foreign_keys = ON; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
            if path != ":memory:" { try makeDurable() }
            if path != ":memory:", vfs == nil { files = DatabaseFiles(path: path) }
        } catch {
            // A file that is no database shows only now.
            throw error.kind == .corrupt && isGuarded
                ? error.advising(path) : SQLiteError(code: error.code, message: "\(path): \(error.message)")
        }
    }

    /// Opens a connection that only reads, beside the one that has the database open and writes.
    ///
    /// It may be used on another thread, sees what has been committed whenever a statement of it begins, and waits for
    /// nobody who writes. It is to be closed before the other one.
    ///
    /// - Parameter observer: is told of damage that it finds.
    package convenience init(
        reading place: DatabasePlace, observer: (any WriteObserver)? = nil
    ) throws(SQLiteError) {
        try self.init(place, Self.usualBusyTimeoutMilliseconds, observer, mayWrite: false)
    }

    private init(
        _ place: DatabasePlace, _ busyTimeoutMilliseconds: Int, _ observer: (any WriteObserver)?,
        mayWrite: Bool
    ) throws(SQLiteError) {
        self.observer = observer
        lockWait = LockWait(mostMilliseconds: busyTimeoutMilliseconds, observer: mayWrite ? observer : nil)
        self.place = place
        self.mayWrite = mayWrite
        do throws(SQLiteError) {
            unsafe connection = try unsafe Database.open(
                place.path, place.layer?.name ?? place.vfs, mayWrite: mayWrite)
        } catch {
            throw place.layer?.guardian.refusal?.advising(place.path) ?? error
        }
        unsafe lockWait.install(on: connection)
    }

    private static let usualBusyTimeoutMilliseconds = 5000

    deinit {
        if let guardian { finish(guardian) }
        cache.removeAll()
        unsafe sqlite3_close_v2(connection)
    }

    private static func makeLayer(
        _ path: String, _ vfs: String?, _ isGuarded: Bool
    ) throws(SQLiteError) -> GuardingVFS? {
        guard isGuarded, path != ":memory:" else { return nil }
        _ = libraryIsConfigured
        do throws(SQLiteError) { return try GuardingVFS(path: path, vfs: vfs) } catch {
            throw error.kind == .corrupt
                ? error.advising(path) : SQLiteError(code: error.code, message: "\(path): \(error.message)")
        }
    }

    private static func open(
        _ path: String, _ vfs: String?, mayWrite: Bool
    ) throws(SQLiteError) -> OpaquePointer {
        _ = libraryIsConfigured
        var connection: OpaquePointer?
        // NOMUTEX: the owning actor already keeps two threads from meeting here.
        let flags =
            (mayWrite ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY)
            | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = unsafe sqlite3_open_v2(path, &connection, flags, vfs)
        if code == SQLITE_OK, let connection = unsafe connection { return unsafe connection }
        defer { unsafe sqlite3_close_v2(connection) }
        throw unsafe failure(path, of: connection, code: code)
    }

    /// Closing does as much, but not when another program has the file open, which then does it behind our back.
    private func finish(_ guardian: DatabaseGuard) {
        guard mayWrite, guardian.isArmed, damage == nil else { return }
        if (try? checkpoint("PASSIVE")) == true { guardian.closing() }
    }

    private func makeDurable() throws(SQLiteError) {
        let mode = try scalar("PRAGMA journal_mode = WAL")
        guard mode == .text("wal") else { throw .misuse("the journal mode is not wal") }
        try script("PRAGMA synchronous = FULL")
    }

    /// Runs one statement that answers no rows that matter; `values` take the place of its `?` in order.
    package func execute(_ sql: String, _ values: (any SQLiteBindable)?...) throws(SQLiteError) {
        try execute(sql, values: SQLiteValue.list(values))
    }

    /// As `execute`, with a list of values: the quicker way, for what runs often.
    package func execute(_ sql: String, values: [SQLiteValue]) throws(SQLiteError) {
        let statement = try take(sql, values)
        defer { putBack(statement, sql) }
        while try step(statement) {}
    }

    /// Reads every row of one statement through `read`, in order.
    ///
    /// Throws `SQLiteError`, or what `read` throws.
    package func query<Value>(
        _ sql: String, _ values: (any SQLiteBindable)?..., read: (borrowing Row) throws -> Value
    ) throws -> [Value] {
        try query(sql, values: SQLiteValue.list(values), read: read)
    }

    /// As `query`, with a list of values made at run time.
    package func query<Value>(
        _ sql: String, values: [SQLiteValue], read: (borrowing Row) throws -> Value
    ) throws -> [Value] {
        let statement = try take(sql, values)
        defer { putBack(statement, sql) }
        var found: [Value] = []
        do {
            while try step(statement) { found.append(try read(Row(statement))) }
        } catch {
            note(error)
            throw error
        }
        return found
    }

    /// Reads the first row of one statement, nil when there is none.
    ///
    /// Throws `SQLiteError`, or what `read` throws.
    package func first<Value>(
        _ sql: String, _ values: (any SQLiteBindable)?..., read: (borrowing Row) throws -> Value
    ) throws -> Value? {
        try first(sql, values: SQLiteValue.list(values), read: read)
    }

    /// As `first`, with a list of values made at run time.
    package func first<Value>(
        _ sql: String, values: [SQLiteValue], read: (borrowing Row) throws -> Value
    ) throws -> Value? {
        let statement = try take(sql, values)
        defer { putBack(statement, sql) }
        do {
            return try step(statement) ? try read(Row(statement)) : nil
        } catch {
            note(error)
            throw error
        }
    }

    func scalar(_ sql: String) throws(SQLiteError) -> SQLiteValue? {
        let statement = try take(sql, [])
        defer { putBack(statement, sql) }
        return try step(statement) ? try Row(statement).value(0) : nil
    }

    /// Runs several statements, without values, one after the other up to the first that fails.
    package func script(_ sql: String) throws(SQLiteError) {
        try refuseLostTransaction()
        let code = unsafe sqlite3_exec(connection, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw unsafe lastError(of: connection, code: code) }
    }

    package var lastInsertedRowID: Int64 { unsafe sqlite3_last_insert_rowid(connection) }

    /// Rows that the last INSERT, UPDATE or DELETE changed.
    package var changes: Int64 { unsafe sqlite3_changes64(connection) }

    /// The statement ready to step, with its values.
    private func take(_ sql: String, _ values: [SQLiteValue]) throws(SQLiteError) -> Statement {
        try refuseLostTransaction()
        let statement = try prepared(sql)
        try statement.bind(values)
        return statement
    }

    private func putBack(_ statement: Statement, _ sql: String) {
        statement.reset()
        cache.put(statement, for: sql)
    }

    private func prepared(_ sql: String) throws(SQLiteError) -> Statement {
        if let known = cache.take(sql) { return known }
        return try unsafe Statement(sql, connection: connection)
    }

    /// A full disk may end a whole transaction; what follows in its scope must not run, each statement for itself.
    private func refuseLostTransaction() throws(SQLiteError) {
        guard transactionDepth > 0, !isInTransaction else { return }
        throw SQLiteError(code: SQLITE_ABORT, message: "the transaction was rolled back by an error")
    }

    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(connection) == 0 }
}
