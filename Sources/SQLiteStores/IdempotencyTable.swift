import Messaging
import SQLite
import Sealing
import WireProtocol

/// The answers that keyed changes were given, in the same database as what they changed.
///
/// Both belong into one transaction: `answer` first, and when it is nil the change and then `keep`. What fails
/// keeps nothing, so a retry runs for real.
struct IdempotencyTable {
    /// A rowid table with a short index: the answers lie in the order they were given.
    static let schema = """
        CREATE TABLE idempotency (
            row INTEGER PRIMARY KEY,
            short_key INTEGER NOT NULL,
            key TEXT NOT NULL,
            body_hash BLOB NOT NULL,
            answer BLOB NOT NULL
        );
        CREATE INDEX idempotency_by_key ON idempotency (short_key);
        """

    let database: Database

    /// The stored answer of `key`, nil when the key is new.
    ///
    /// - Throws: `idempotency_conflict` when the key came with another request before.
    func answer(for key: HashedKey) throws -> [UInt8]? {
        guard let stored = try find(key.text, key.short) else { return nil }
        guard stored.bodyHash == key.bodyHash else { throw Fault.idempotencyConflict }
        return stored.answer
    }

    /// The stored answer of `key`, whatever the body was.
    func answer(for key: String) throws -> [UInt8]? { try find(key, shortKey(key))?.answer }

    func keep(_ answer: [UInt8], for key: HashedKey) throws {
        try database.execute(
            "INSERT INTO idempotency (short_key, key, body_hash, answer) VALUES (?, ?, ?, ?)",
            values: [.integer(key.short), .text(key.text), .blob(key.bodyHash), .blob(answer)])
    }

    private struct Entry {
        let bodyHash: [UInt8]
        let answer: [UInt8]
    }

    private func find(_ key: String, _ short: Int64) throws -> Entry? {
        try database.first(
            "SELECT body_hash, answer, row FROM idempotency WHERE short_key = ? AND key = ?",
            values: [.integer(short), .text(key)]
        ) { row in
            do throws(SQLiteError) {
                return Entry(bodyHash: try row.blob(0), answer: try row.blob(1))
            } catch {
                throw SQLiteError.unreadable(
                    "what a key stands for", in: "idempotency", row: try row.integer(2), error.message)
            }
        }
    }
}

/// A change's key as it is stored; made before the store's thread is busy with it.
struct HashedKey: Sendable {
    let text: String
    let short: Int64
    let bodyHash: [UInt8]

    init(_ key: ChangeKey) {
        text = key.key
        short = shortKey(key.key)
        bodyHash = contentHash(key.content, byteCount: 16)
    }
}
