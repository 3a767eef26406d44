import Foundation
import SQLite
import Testing

@Suite struct GuardTests {
    private static let identity = StoreIdentity(applicationID: 77, table: "t")
    private static let migrations = [Migration(1, sql: "CREATE TABLE t (v)")]
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/shop.db"
    }

    private func open(
        _ identity: StoreIdentity = identity, vfs: String? = nil
    ) throws -> (Database, isCopy: Bool) {
        let database = try Database(path: path, vfs: vfs, isGuarded: true)
        let isCopy = try database.prepare(as: identity, Self.migrations)
        return (database, isCopy)
    }

    private func fill(_ count: Int) throws {
        let (database, _) = try open()
        for value in 0..<count {
            try database.transaction { try database.execute("INSERT INTO t VALUES (?)", value) }
        }
    }

    private func count() throws -> Int64? { try count(in: open().0) }

    private func count(in database: Database) throws -> Int64? {
        try database.first("SELECT count(*) FROM t") { try $0.integer(0) }
    }

    private func expectRefusal(naming word: String, _ identity: StoreIdentity = identity) {
        let error = #expect(throws: SQLiteError.self) { try open(identity) }
        #expect(error?.kind == .corrupt)
        #expect(error?.message.contains(word) == true, "\(String(describing: error))")
        #expect(error?.message.contains("restore a backup") == true)
    }

    @Test(arguments: [("", 0), ("", 4096), ("-wal", 0), ("-wal", 100), ("-guard", 0), ("-guard", 600)])
    func `no change is taken after one of the files was cut under us`(ending: String, byteCount: Int) throws {
        let (database, _) = try open()
        func insert() throws {
            try database.transaction { try database.execute("INSERT INTO t VALUES (1)") }
        }
        try insert()
        try database.emptyLog()
        try insert()
        database.checkWritability()
        #expect(!database.cannotWrite)
        #expect(truncate(path + ending, off_t(byteCount)) == 0)
        database.checkWritability()
        #expect(database.cannotWrite)
        #expect(throws: SQLiteError.self) { try insert() }
        #expect(throws: SQLiteError.self) { try insert() }
    }

    @Test
    func `a connection that reads beside sees what is committed, and its find of damage ends all changes`()
        throws
    {
        let (database, _) = try open()
        let reading = try Database(reading: database.place)
        try database.transaction {
            try database.execute("INSERT INTO t VALUES (1)")
            #expect(try count(in: reading) == 0)
        }
        #expect(try count(in: reading) == 1)
        #expect(throws: SQLiteError.self) { try reading.execute("INSERT INTO t VALUES (2)") }
        // Page 2 is the table's; nobody has read it from the file yet.
        try database.emptyLog()
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.seek(toOffset: 4096 + 4095)
        try file.write(contentsOf: [0xFF])
        try file.close()
        let fresh = try Database(reading: database.place)
        #expect(throws: SQLiteError.self) { try self.count(in: fresh) }
        let refusal = #expect(throws: SQLiteError.self) {
            try database.transaction { try database.execute("INSERT INTO t VALUES (3)") }
        }
        #expect(refusal?.kind == .corrupt)
        #expect(refusal?.message.contains("page 2") == true, "\(String(describing: refusal))")
    }

    @Test func `a new database is none that was put back, nor is one that was closed`() throws {
        #expect(try !open().isCopy)
        #expect(try !open().isCopy)
        try fill(3)
        #expect(try count() == 3)
    }

    @Test func `a database of an early release is taken as it is, and guarded from then on`() throws {
        do {
            let early = try Database(path: path)
            try early.migrate(Self.migrations)
            try early.execute("INSERT INTO t VALUES (1)")
        }
        #expect(try !open().isCopy)
        #expect(try count() == 1)
        #expect(FileManager.default.fileExists(atPath: path + "-guard"))
    }

    @Test func `a database that comes without its guard file is a copy that was put back`() throws {
        try fill(3)
        try FileManager.default.removeItem(atPath: path + "-guard")
        #expect(try open().isCopy)
        #expect(try count() == 3)
    }

    @Test func `another kind of store is refused, also one of an early release`() throws {
        try fill(1)
        expectRefusal(naming: "another service", StoreIdentity(applicationID: 78, table: "t"))
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.removeItem(atPath: path + "-guard")
        do { try Database(path: path).migrate([Migration(1, sql: "CREATE TABLE other (v)")]) }
        expectRefusal(naming: "another service")
    }

    @Test func `a copy that SQLite finds damaged is refused`() throws {
        try fill(2000)
        try FileManager.default.removeItem(atPath: path + "-guard")
        var bytes = try #require(FileManager.default.contents(atPath: path))
        for index in 3 * 4096..<3 * 4096 + 100 { bytes[index] = 0xff }
        #expect(FileManager.default.createFile(atPath: path, contents: bytes))
        expectRefusal(naming: "is damaged")
    }

    /// 18 MB, of which the first 16 are looked at before it serves.
    @Test func `the end of a large database is looked at beside the calls`() throws {
        do {
            let (database, _) = try open()
            try database.transaction { try database.execute("INSERT INTO t VALUES (randomblob(18000000))") }
            try database.script("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        let end = try file.seekToEnd()
        try file.seek(toOffset: end - 100)
        try file.write(contentsOf: [1, 2, 3, 4, 5, 6, 7, 8])
        let (database, _) = try open()
        try database.execute("INSERT INTO t VALUES (1)")
        while database.checkPages(most: 100) {}
        let error = #expect(throws: SQLiteError.self) {
            try database.transaction { try database.execute("INSERT INTO t VALUES (2)") }
        }
        #expect(error?.kind == .corrupt)
        #expect(error?.message.contains("(table t)") == true, "\(String(describing: error))")
        #expect(try database.first("SELECT v FROM t WHERE rowid = 2") { try $0.integer(0) } == 1)
    }

    @Test func `a backup is an ordinary database, and is guarded when put in place`() throws {
        try fill(5)
        let copy = folder.path + "/copy.db"
        try open().0.backup(to: copy)
        for ending in ["", "-guard"] { try FileManager.default.removeItem(atPath: path + ending) }
        try FileManager.default.moveItem(atPath: copy, toPath: path)
        #expect(try open().isCopy)
        #expect(try count() == 5)
        #expect(try !open().isCopy)
    }

    @Test func `another program that reads, and ends last, does no harm`() throws {
        var ours: Database? = try open().0
        try ours?.execute("INSERT INTO t VALUES (1)")
        do {
            let reader = try Database(path: path)
            #expect(try count(in: reader) == 1)
            ours = nil
            #expect(FileManager.default.fileExists(atPath: path + "-wal"))
        }
        #expect(try count() == 1)
    }

    @Test func `the end waits for another program that reads only so long, and loses nothing`() throws {
        let (ours, _) = try open()
        try ours.execute("INSERT INTO t VALUES (1)")
        do {
            let reader = try Database(path: path)
            try reader.script("BEGIN")
            #expect(try count(in: reader) == 1)
            try ours.emptyLog(within: 1)
            try ours.execute("INSERT INTO t VALUES (2)")
            let error = #expect(throws: SQLiteError.self) { try ours.emptyLog(within: 1) }
            #expect(error?.kind == .busy)
        }
        try ours.emptyLog(within: 1)
        #expect(FileManager.default.contents(atPath: path + "-wal") == Data())
        try ours.execute("INSERT INTO t VALUES (3)")
        #expect(try count(in: ours) == 3)
    }

    @Test func `where another program took the log away, both ways out are told`() throws {
        let copy = folder.path + "/copy.db"
        do {
            let (database, _) = try open()
            try database.execute("INSERT INTO t VALUES (1)")
            for ending in ["", "-wal", "-guard"] {
                try FileManager.default.copyItem(atPath: path + ending, toPath: copy + ending)
            }
        }
        do { #expect(try count(in: Database(path: copy)) == 1) }
        let error = #expect(throws: SQLiteError.self) { try Database(path: copy, isGuarded: true) }
        let ways =
            "it is gone: if another program opened or checkpointed the database since, remove "
            + "\(copy)-guard alone and start again; else restore a backup: "
        #expect(error?.message.contains(ways) == true, "\(String(describing: error))")
        try FileManager.default.removeItem(atPath: copy + "-guard")
        let database = try Database(path: copy, isGuarded: true)
        #expect(try database.prepare(as: Self.identity, Self.migrations))
        #expect(try count(in: database) == 1)
    }

    /// Power cuts amid commits, checkpoints and restarts of the log: what SQLite recovers is never taken for damage.
    @Test(arguments: 0..<30)
    func `no power cut or kill looks like damage`(round: Int) throws {
        let vfs = CuttingVFS()
        var known = 0
        for step in 0..<6 {
            let (database, _) = try open(vfs: vfs.name)
            let found = try database.first("SELECT count(*) FROM t") { try Int($0.integer(0)) }
            #expect(found == known)
            if step.isMultiple(of: 2) { try database.script("PRAGMA wal_autocheckpoint = \(3 + round)") }
            for _ in 0..<(round % 7 + step) {
                try database.transaction { try database.execute("INSERT INTO t VALUES (randomblob(3000))") }
                known += 1
            }
            if (round + step).isMultiple(of: 3) { try database.script("PRAGMA wal_checkpoint(TRUNCATE)") }
            if (round + step).isMultiple(of: 5) { continue }
            if (round + step).isMultiple(of: 2) { vfs.cut() } else { vfs.kill() }
        }
    }
}
