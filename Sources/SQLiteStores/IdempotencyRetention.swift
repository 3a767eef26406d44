import SQLite

/// Forgets the answers of keys that are older than anybody repeats a call.
///
/// An answer carries no time, so that keeping it costs nothing more: marks tell how far the table had come at which
/// age of the store. The age counts only time that has passed while somebody looked, on a clock that is never set: the
/// time of day may jump by weeks and back, and a promise that was given must outlast that. While the service is off
/// the age stands still, so answers are kept the longer.
struct IdempotencyRetention {
    static let schema = """
        CREATE TABLE idempotency_mark (
            last_row INTEGER PRIMARY KEY,
            at INTEGER NOT NULL
        );
        """

    /// Marks were instants of the time of day before; without any, all is kept from the beginning on once more.
    static let ageSchema = """
        DROP TABLE idempotency_mark;
        CREATE TABLE idempotency_mark (
            last_row INTEGER PRIMARY KEY,
            age INTEGER NOT NULL -- milliseconds
        );
        CREATE TABLE idempotency_age (milliseconds INTEGER NOT NULL);
        INSERT INTO idempotency_age VALUES (0);
        """

    /// How long an answer is kept at least: 30 days.
    static let keptMilliseconds: Int64 = 30 * 86_400_000
    static let markIntervalMilliseconds: Int64 = 3_600_000
    /// Answers that are forgotten at once; more would make a change wait.
    static let most = 500

    private struct Age {
        var milliseconds: Int64
        /// As the database has it, where a service that is killed finds it again.
        var stored: Int64
        /// When somebody looked last.
        var elapsedMilliseconds: Int64
    }

    let database: Database
    /// Nil before the first look: what was before it is not known to have passed.
    private var age: Age?

    init(database: Database) { self.database = database }

    /// To be called now and then; forgets a bounded part of what is old.
    ///
    /// - Parameter elapsedMilliseconds: of a clock that is never set; it may start anew with the process.
    mutating func forget(elapsedMilliseconds: Int64) throws {
        let age = try grow(elapsedMilliseconds)
        try mark(at: age)
        try store(age, ifGrownBy: Self.markIntervalMilliseconds)
        guard let row = try lastOldRow(at: age) else { return }
        try database.transaction {
            try database.execute(
                """
                DELETE FROM idempotency WHERE row IN
                    (SELECT row FROM idempotency WHERE row <= ? ORDER BY row LIMIT ?)
                """, row, Self.most)
            // The marks go with the last of them: an empty table begins at row 1 again.
            try database.execute(
                """
                DELETE FROM idempotency_mark WHERE last_row <= ?1
                    AND NOT EXISTS (SELECT 1 FROM idempotency WHERE row <= ?1)
                """, row)
        }
    }

    /// To be called last: a service that is ended often grows older all the same.
    mutating func close() throws {
        guard let age else { return }
        try store(age.milliseconds, ifGrownBy: 1)
    }

    private mutating func grow(_ elapsedMilliseconds: Int64) throws -> Int64 {
        var age = try self.age ?? storedAge(elapsedMilliseconds)
        age.milliseconds += max(0, elapsedMilliseconds - age.elapsedMilliseconds)
        age.elapsedMilliseconds = elapsedMilliseconds
        self.age = age
        return age.milliseconds
    }

    private func storedAge(_ elapsedMilliseconds: Int64) throws -> Age {
        let stored = try database.first("SELECT milliseconds FROM idempotency_age") { try $0.integer(0) } ?? 0
        return Age(milliseconds: stored, stored: stored, elapsedMilliseconds: elapsedMilliseconds)
    }

    /// Only where something waits to be forgotten: a quiet shop writes nothing.
    private mutating func store(_ milliseconds: Int64, ifGrownBy least: Int64) throws {
        guard let stored = age?.stored, milliseconds - stored >= least else { return }
        let isWaiting = try database.first("SELECT 1 FROM idempotency_mark LIMIT 1") { try $0.boolean(0) }
        guard isWaiting == true else { return }
        try database.transaction {
            try database.execute("UPDATE idempotency_age SET milliseconds = ?", milliseconds)
        }
        age?.stored = milliseconds
    }

    /// Notes how far the table has come, when it has come further and the last mark is an hour old.
    private func mark(at age: Int64) throws {
        guard
            let last = try database.first(
                "SELECT max(row) FROM idempotency", read: { try $0.integerOrNil(0) }),
            let last
        else { return }
        let mark = try database.first(
            "SELECT last_row, age FROM idempotency_mark ORDER BY last_row DESC LIMIT 1"
        ) { (row: try $0.integer(0), age: try $0.integer(1)) }
        if let mark, mark.row >= last || age < mark.age + Self.markIntervalMilliseconds { return }
        try database.transaction {
            try database.execute("INSERT INTO idempotency_mark (last_row, age) VALUES (?, ?)", last, age)
        }
    }

    private func lastOldRow(at age: Int64) throws -> Int64? {
        try database.first(
            "SELECT last_row FROM idempotency_mark WHERE age <= ? ORDER BY last_row DESC LIMIT 1",
            age - Self.keptMilliseconds
        ) { try $0.integer(0) }
    }
}
