import FoundationEssentials
import SQLite
import Testing

@Suite struct DatabaseTests {
    static let values: [SQLiteValue] = [
        .null, .integer(0), .integer(.min), .integer(.max), .real(0.1), .real(-.infinity),
        .text(""), .text("zażółć 🍓"), .text("a\0b"), .blob([]), .blob([0, 255, 0]),
    ]

    @Test(arguments: values) func `a value comes back as it was bound`(value: SQLiteValue) throws {
        let database = try Database(path: ":memory:")
        try database.execute("CREATE TABLE t (v)")
        try database.execute("INSERT INTO t VALUES (?)", value)
        #expect(try database.query("SELECT v FROM t") { try $0.value(0) } == [value])
    }

    @Test func `Swift values and nil are bound directly and read typed`() throws {
        let database = try Database(path: ":memory:")
        let name: String? = nil
        let found = try database.first("SELECT ?, ?, ?, ?, ?, ?", 7, 1.5, "x", [UInt8(9)], name, true) {
            row in
            """
            \(try row.integer(0)) \(try row.real(1)) \(try row.text(2)) \(try row.blob(3)) \
            \(try row.textOrNil(4) ?? "none") \(try row.boolean(5)) of \(row.columnCount)
            """
        }
        #expect(found == "7 1.5 x [9] none true of 6")
    }

    @Test func `a column of another type, a NULL and a missing column are errors, never a conversion`() throws
    {
        let database = try Database(path: ":memory:")
        let error = try #require(throws: SQLiteError.self) {
            try database.query("SELECT 'one' AS amount") { try $0.integer(0) }
        }
        #expect(error.message == "column 0 (amount) is TEXT, not INTEGER")
        #expect(throws: SQLiteError.self) { try database.query("SELECT NULL") { try $0.text(0) } }
        #expect(throws: SQLiteError.self) { try database.query("SELECT 1") { try $0.integer(1) } }
        #expect(throws: SQLiteError.self) { try database.query("SELECT 1") { try $0.integer(-1) } }
    }

    static let misuses: [String] = [
        "SELECT ?", "SELECT 1; SELECT 2", "", " -- nothing", "SELEC 1", "SELECT x",
    ]

    @Test(arguments: misuses) func `a wrong statement is an error`(sql: String) throws {
        let database = try Database(path: ":memory:")
        let error = #expect(throws: SQLiteError.self) { try database.execute(sql) }
        #expect(error?.kind == .other)
    }

    @Test func `a semicolon and blanks after the statement are allowed`() throws {
        let database = try Database(path: ":memory:")
        #expect(try database.first("SELECT 1;\n ") { try $0.integer(0) } == 1)
    }

    @Test func `the same statement can run again inside its own rows`() throws {
        let database = try Database(path: ":memory:")
        try database.script("CREATE TABLE t (v); INSERT INTO t VALUES (1), (2)")
        let sums = try database.query("SELECT v FROM t") { row in
            let inner = try database.query("SELECT v FROM t") { try $0.integer(0) }
            return try row.integer(0) + inner.reduce(0, +)
        }
        #expect(sums == [4, 5])
    }

    @Test func `more statements than the cache holds still run, again and again`() throws {
        let database = try Database(path: ":memory:")
        for round in 0..<2 {
            for number in 0..<300 {
                let found = try database.first("SELECT ? + \(number)", round) { try $0.integer(0) }
                #expect(found == Int64(number + round))
            }
        }
    }

    @Test func `the last row id and the changes are told`() throws {
        let database = try Database(path: ":memory:")
        try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v)")
        try database.execute("INSERT INTO t VALUES (41, 1), (42, 1)")
        #expect(database.lastInsertedRowID == 42)
        try database.execute("UPDATE t SET v = 2")
        #expect(database.changes == 2)
    }

    @Test func `foreign keys are enforced`() throws {
        let database = try Database(path: ":memory:")
        try database.script("CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a REFERENCES a)")
        let error = #expect(throws: SQLiteError.self) { try database.execute("INSERT INTO b VALUES (1)") }
        #expect(error?.kind == .constraint)
    }

    @Test func `a file is in WAL mode, synced at each commit`() throws {
        let folder = try TemporaryFolder()
        let database = try Database(path: folder.path + "/shop.db")
        #expect(try database.first("PRAGMA journal_mode") { try $0.text(0) } == "wal")
        #expect(try database.first("PRAGMA synchronous") { try $0.integer(0) } == 2)
    }
}

@Suite struct SQLiteErrorTests {
    @Test func `a broken UNIQUE rule is a constraint with its extended code`() throws {
        let database = try Database(path: ":memory:")
        try database.script("CREATE TABLE t (v UNIQUE); INSERT INTO t VALUES (1)")
        let error = try #require(throws: SQLiteError.self) {
            try database.execute("INSERT INTO t VALUES (1)")
        }
        #expect(error.kind == .constraint)
        #expect(error.code == 2067)
        #expect(error.description == "UNIQUE constraint failed: t.v (SQLite code 2067)")
    }

    @Test func `a second writer is busy after the timeout`() throws {
        let folder = try TemporaryFolder()
        let first = try Database(path: folder.path + "/shop.db")
        let second = try Database(path: folder.path + "/shop.db", busyTimeoutMilliseconds: 1)
        try first.transaction {
            let error = #expect(throws: SQLiteError.self) { try second.transaction {} }
            #expect(error?.kind == .busy)
        }
        try second.transaction {}
    }

    @Test func `a file that is no database is corrupt`() throws {
        let folder = try TemporaryFolder()
        let text = String(repeating: "This is no database. ", count: 100)
        try text.write(toFile: folder.path + "/shop.db", atomically: true, encoding: .utf8)
        let error = #expect(throws: SQLiteError.self) { try Database(path: folder.path + "/shop.db") }
        #expect(error?.kind == .corrupt)
        #expect(error?.message == folder.path + "/shop.db: file is not a database")
    }

    @Test func `a folder that is absent names the path`() throws {
        let error = try #require(throws: SQLiteError.self) { try Database(path: "/nowhere/at/all.db") }
        #expect(error.kind == .ioError)
        #expect(error.message.hasPrefix("/nowhere/at/all.db: "))
    }

    @Test func `a database at its greatest size is full and stays as it was`() throws {
        let database = try Database(path: ":memory:")
        try database.script("CREATE TABLE t (v); PRAGMA max_page_count = 10")
        let error = #expect(throws: SQLiteError.self) {
            try database.execute("INSERT INTO t VALUES (zeroblob(1000000))")
        }
        #expect(error?.kind == .full)
        #expect(try database.first("SELECT count(*) FROM t") { try $0.integer(0) } == 0)
    }
}
