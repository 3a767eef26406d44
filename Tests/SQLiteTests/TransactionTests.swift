import SQLite
import Testing

private struct Refusal: Error {}

@Suite struct TransactionTests {
    let database: Database

    init() throws {
        database = try Database(path: ":memory:")
        try database.execute("CREATE TABLE t (v)")
    }

    private func insert(_ value: Int) throws(SQLiteError) {
        try database.execute("INSERT INTO t VALUES (?)", value)
    }

    private func stored() throws -> [Int64] {
        try database.query("SELECT v FROM t ORDER BY v") { try $0.integer(0) }
    }

    @Test func `what a transaction did is kept and its value comes out`() throws {
        let value = try database.transaction {
            try insert(1)
            try insert(2)
            return "done"
        }
        #expect(value == "done")
        #expect(try stored() == [1, 2])
    }

    @Test func `an error undoes the whole transaction and comes out`() throws {
        #expect(throws: Refusal.self) {
            try database.transaction {
                try insert(1)
                throw Refusal()
            }
        }
        #expect(try stored() == [])
        try database.transaction { try insert(3) }
        #expect(try stored() == [3])
    }

    @Test func `an inner error undoes the inner part alone`() throws {
        try database.transaction {
            try insert(1)
            try? database.transaction {
                try insert(2)
                try database.transaction { try insert(3) }
                throw Refusal()
            }
            try database.transaction { try insert(4) }
        }
        #expect(try stored() == [1, 4])
    }

    @Test func `an outer error undoes what an inner one had kept`() throws {
        #expect(throws: Refusal.self) {
            try database.transaction {
                try database.transaction { try insert(1) }
                throw Refusal()
            }
        }
        #expect(try stored() == [])
    }

    @Test func `a commit that is refused undoes everything`() throws {
        try database.script(
            """
            CREATE TABLE a (id INTEGER PRIMARY KEY);
            CREATE TABLE b (a REFERENCES a DEFERRABLE INITIALLY DEFERRED)
            """)
        let error = #expect(throws: SQLiteError.self) {
            try database.transaction { try database.execute("INSERT INTO b VALUES (9)") }
        }
        #expect(error?.kind == .constraint)
        #expect(try database.first("SELECT count(*) FROM b") { try $0.integer(0) } == 0)
    }

    @Test func `after SQLite gave up the transaction by itself nothing more of it runs`() throws {
        #expect(throws: SQLiteError.self) {
            try database.transaction {
                try? database.execute("INSERT OR ROLLBACK INTO t SELECT v FROM (SELECT 1 v) WHERE abs(v) = 1")
                try database.execute("ROLLBACK")
                try insert(1)
            }
        }
        #expect(try stored() == [])
        try database.transaction { try insert(2) }
        #expect(try stored() == [2])
    }
}
