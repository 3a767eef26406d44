import SQLite
import Testing

@Suite struct CuttingVFSTests {
    let vfs = CuttingVFS()

    private func openShop() throws -> Database {
        let database = try Database(path: "/shop.db", vfs: vfs.name, busyTimeoutMilliseconds: 1)
        try database.script("CREATE TABLE IF NOT EXISTS t (v)")
        return database
    }

    private func count(_ database: Database) throws -> Int64? {
        try database.first("SELECT count(*) FROM t") { try $0.integer(0) }
    }

    @Test func `a commit with synchronous=FULL survives the cut`() throws {
        let database = try openShop()
        for value in 0..<50 {
            let before = vfs.syncCount
            try database.execute("INSERT INTO t VALUES (?)", value)
            #expect(vfs.syncCount > before)
        }
        vfs.cut()
        #expect(try count(openShop()) == 50)
    }

    @Test(arguments: ["OFF", "NORMAL"])
    func `a commit with less than synchronous=FULL does not survive the cut`(level: String) throws {
        let database = try openShop()
        try database.execute("INSERT INTO t VALUES (1)")
        try database.script("PRAGMA synchronous = \(level)")
        try database.execute("INSERT INTO t VALUES (2)")
        #expect(try count(database) == 2)
        vfs.cut()
        #expect(try count(openShop()) == 1)
    }

    @Test func `an open transaction does not survive the cut`() throws {
        let database = try openShop()
        #expect(throws: SQLiteError.self) {
            try database.transaction {
                try database.execute("INSERT INTO t VALUES (1)")
                vfs.cut()
            }
        }
        #expect(try count(openShop()) == 0)
    }

    @Test func `a connection of before the cut has only errors and changes nothing any more`() throws {
        var old: Database? = try openShop()
        try old?.execute("INSERT INTO t VALUES (1)")
        vfs.cut()
        let new = try openShop()
        let error = #expect(throws: SQLiteError.self) { try old?.execute("INSERT INTO t VALUES (2)") }
        #expect(error?.kind == .ioError)
        old = nil
        #expect(try count(new) == 1)
        try new.execute("INSERT INTO t VALUES (3)")
        #expect(try count(openShop()) == 2)
    }

    @Test func `commits survive cut after cut, through checkpoints`() throws {
        for round in 1...4 {
            let database = try openShop()
            for _ in 0..<50 { try database.execute("INSERT INTO t VALUES (randomblob(9000))") }
            if round.isMultiple(of: 2) { try database.script("PRAGMA wal_checkpoint(TRUNCATE)") }
            vfs.cut()
            let reopened = try openShop()
            #expect(try count(reopened) == Int64(round * 50))
            #expect(try reopened.first("PRAGMA integrity_check") { try $0.text(0) } == "ok")
        }
    }

    @Test func `a closed database is opened again as it was`() throws {
        try openShop().execute("INSERT INTO t VALUES (1)")
        #expect(try count(openShop()) == 1)
    }

    static let failures: [(CuttingVFS.WriteFailure, SQLiteError.Kind)] = [
        (.full, .full), (.ioError, .ioError),
    ]

    @Test(arguments: failures)
    func `failing writes are told, undo the transaction and pass`(
        failure: CuttingVFS.WriteFailure, kind: SQLiteError.Kind
    ) throws {
        let database = try openShop()
        vfs.failWrites(failure)
        let error = #expect(throws: SQLiteError.self) {
            try database.transaction { try database.execute("INSERT INTO t VALUES (1)") }
        }
        #expect(error?.kind == kind)
        #expect(try count(database) == 0)
        vfs.failWrites(nil)
        try database.transaction { try database.execute("INSERT INTO t VALUES (2)") }
        vfs.cut()
        #expect(try count(openShop()) == 1)
    }

    @Test func `two connections read side by side and write one after the other`() throws {
        let first = try openShop()
        let second = try openShop()
        try first.transaction {
            try first.execute("INSERT INTO t VALUES (1)")
            #expect(try count(second) == 0)
            let error = #expect(throws: SQLiteError.self) { try second.transaction {} }
            #expect(error?.kind == .busy)
        }
        #expect(try count(second) == 1)
        try second.execute("INSERT INTO t VALUES (2)")
        #expect(try count(first) == 2)
    }

    @Test func `two file systems share nothing`() throws {
        let other = CuttingVFS()
        try openShop().execute("INSERT INTO t VALUES (1)")
        let elsewhere = try Database(path: "/shop.db", vfs: other.name)
        #expect(try elsewhere.first("SELECT count(*) FROM sqlite_schema") { try $0.integer(0) } == 0)
    }
}
