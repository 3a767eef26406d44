import FoundationEssentials
import SQLite
import Testing

@Suite struct BackupTests {
    let folder: TemporaryFolder
    let database: Database

    init() throws {
        folder = try TemporaryFolder()
        database = try Database(path: folder.path + "/shop.db")
        try database.script("CREATE TABLE t (v); INSERT INTO t VALUES (1)")
    }

    private func count(in path: String) throws -> Int64? {
        try Database(path: path).first("SELECT count(*) FROM t") { try $0.integer(0) }
    }

    @Test func `a backup holds what was committed when it was made`() throws {
        try database.backup(to: folder.path + "/copy.db")
        try database.execute("INSERT INTO t VALUES (2)")
        #expect(try count(in: folder.path + "/copy.db") == 1)
        #expect(try count(in: folder.path + "/shop.db") == 2)
    }

    @Test func `an existing file is refused and left alone`() throws {
        let path = folder.path + "/copy.db"
        try "mine".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(throws: SQLiteError.self) { try database.backup(to: path) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    }

    @Test
    func `what an interrupted backup left does not disturb the next, which leaves nothing beside its file`()
        throws
    {
        try "half".write(toFile: folder.path + "/copy.db.partial", atomically: true, encoding: .utf8)
        try database.backup(to: folder.path + "/copy.db")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.filter { $0.hasPrefix("copy") } == ["copy.db"])
    }

    @Test func `a folder that is absent is an error that names the path`() throws {
        let error = try #require(throws: SQLiteError.self) { try database.backup(to: "/nowhere/copy.db") }
        #expect(error.message.contains("/nowhere/copy.db"))
    }
}
