import SQLite
import WireProtocol

/// Forgets the answers of keys that are older than anybody repeats a call.
///
/// An answer carries no time, so that keeping it costs nothing more: marks tell how far the table had come at an
/// instant. What is in front of an old mark is old.
struct IdempotencyRetention {
    static let schema = """
        CREATE TABLE idempotency_mark (
            last_row INTEGER PRIMARY KEY,
            at INTEGER NOT NULL
        );
        """

    /// How long an answer is kept at least: 30 days.
    static let keptMilliseconds: Int64 = 30 * 86_400_000
    static let markIntervalMilliseconds: Int64 = 3_600_000
    /// Answers that are forgotten at once; more would make a change wait.
    static let most = 500

    let database: Database

    /// To be called now and then; forgets a bounded part of what is old.
    func forget(at now: Timestamp) throws {
        try mark(at: now)
        guard let row = try lastOldRow(at: now) else { return }
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

    /// Notes how far the table has come, when it has come further and the last mark is an hour old.
    private func mark(at now: Timestamp) throws {
        guard
            let last = try database.first(
                "SELECT max(row) FROM idempotency", read: { try $0.integerOrNil(0) }),
            let last
        else { return }
        let mark = try database.first(
            "SELECT last_row, at FROM idempotency_mark ORDER BY last_row DESC LIMIT 1"
        ) { (row: try $0.integer(0), at: try $0.integer(1)) }
        if let mark, mark.row >= last || now.milliseconds < mark.at + Self.markIntervalMilliseconds { return }
        try database.transaction {
            try database.execute(
                "INSERT INTO idempotency_mark (last_row, at) VALUES (?, ?)", last, now.milliseconds)
        }
    }

    private func lastOldRow(at now: Timestamp) throws -> Int64? {
        try database.first(
            "SELECT last_row FROM idempotency_mark WHERE at <= ? ORDER BY last_row DESC LIMIT 1",
            now.milliseconds - Self.keptMilliseconds
        ) { try $0.integer(0) }
    }
}
