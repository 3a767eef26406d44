import CSQLite

/// One numbered step of a database's schema; a step that was published is never changed, only followed.
package struct Migration: Sendable {
    package let version: Int32
    let run: @Sendable (Database) throws -> Void

    package init(_ version: Int32, sql: String) {
        self.version = version
        run = { database in try database.script(sql) }
    }

    package init(_ version: Int32, run: @escaping @Sendable (Database) throws -> Void) {
        self.version = version
        self.run = run
    }
}

extension Database {
    /// The schema version that the file carries (PRAGMA user_version); 0 when it is new.
    package func schemaVersion() throws(SQLiteError) -> Int32 {
        guard case .integer(let version)? = try scalar("PRAGMA user_version") else { return 0 }
        return Int32(clamping: version)
    }

    /// Brings the schema up to the last of `migrations`, numbered 1, 2, 3 …; each step is a transaction.
    ///
    /// A file of a later version than the last known one is refused unchanged. Throws `SQLiteError`, or what a step throws.
    package func migrate(_ migrations: [Migration]) throws {
        guard migrations.map(\.version) == (0..<migrations.count).map({ Int32($0 + 1) }) else {
            throw SQLiteError.misuse("migrations must be numbered 1, 2, 3 …")
        }
        let found = try schemaVersion()
        guard found <= migrations.count else {
            throw SQLiteError.misuse(
                "the database has schema version \(found), this program knows versions up to "
                    + "\(migrations.count): it was written by a later release")
        }
        for migration in migrations where migration.version > found { try apply(migration) }
    }

    private func apply(_ migration: Migration) throws {
        try transaction {
            // Read again under the write lock: another process may just have done this step.
            guard try schemaVersion() < migration.version else { return }
            try migration.run(self)
            try script("PRAGMA user_version = \(migration.version)")
        }
    }
}
