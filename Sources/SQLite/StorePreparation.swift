import CSQLite

/// What marks the database of one kind of store.
package struct StoreIdentity: Sendable {
    /// PRAGMA application_id.
    let applicationID: Int32
    /// A table that was always there.
    let table: String

    package init(applicationID: Int32, table: String) {
        self.applicationID = applicationID
        self.table = table
    }
}

extension Database {
    /// Makes the file ready as a store of this kind: refuses another's, checks one that comes without a guard file,
    /// brings the schema up, and arms the guard.
    ///
    /// - Returns: whether it is a copy that was put in place: it had no guard file, and is not new.
    /// - Throws: `SQLiteError`, or what a migration throws; for a damaged file what to do.
    package func prepare(as identity: StoreIdentity, _ migrations: [Migration]) throws -> Bool {
        try sayingWhatToDo { try makeReady(identity, migrations) }
    }

    /// Runs `body`, whose failure at a damaged page is told as what it means.
    package func sayingWhatToDo<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw damage ?? error }
    }

    private func makeReady(_ identity: StoreIdentity, _ migrations: [Migration]) throws -> Bool {
        let isArmed = guardian?.isArmed ?? true
        let isMarked = try refuseOthers(identity)
        if !isArmed, try schemaVersion() > 0, let objection = try objection(to: nil) {
            throw SQLiteError.damaged(objection).advising(path)
        }
        try migrate(migrations)
        if !isMarked { try script("PRAGMA application_id = \(identity.applicationID)") }
        if !isArmed { try arm() }
        checkPages(most: Self.mostPagesAtStart)
        let isCopy = !isArmed && isMarked
        // What cannot be written now shows in health soon enough.
        if isCopy || storeName == nil { try? nameStore(isCopy: isCopy) }
        return isCopy
    }

    /// 16 MB, which take some milliseconds; the rest is for `checkPages`.
    private static let mostPagesAtStart = 4096

    /// - Returns: whether the file is marked as of this kind; a new one is not, nor is one of an early release.
    private func refuseOthers(_ identity: StoreIdentity) throws -> Bool {
        let found = try first("PRAGMA application_id") { try $0.integer(0) } ?? 0
        let isOurs = try first(
            "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", identity.table
        ) { try $0.boolean(0) }
        let isNew = try schemaVersion() == 0
        guard found == identity.applicationID || found == 0, isNew || isOurs == true else {
            throw SQLiteError.damaged("it is the database of another service").advising(path)
        }
        return found != 0
    }

    /// From now on every page must be what was written.
    private func arm() throws {
        guard let guardian else { return }
        let isBusy = try first("PRAGMA wal_checkpoint(TRUNCATE)") { try $0.boolean(0) }
        guard isBusy == false, case .integer(let pageSize)? = try scalar("PRAGMA page_size") else {
            throw SQLiteError(
                code: SQLITE_BUSY, message: "\(path): another program has it open: end that first")
        }
        try guardian.arm(pageSize: Int(pageSize))
    }
}
