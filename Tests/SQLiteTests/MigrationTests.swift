import SQLite
import Testing

@Suite struct MigrationTests {
    let database: Database
    private static let first = Migration(1, sql: "CREATE TABLE t (v); INSERT INTO t VALUES (1)")
    private static let second = Migration(2) { database in
        try database.execute("INSERT INTO t VALUES (?)", 2)
    }

    init() throws { database = try Database(path: ":memory:") }

    private func stored() throws -> [Int64] {
        try database.query("SELECT v FROM t ORDER BY v") { try $0.integer(0) }
    }

    @Test func `steps run once, in order, and only the missing ones`() throws {
        try database.migrate([Self.first])
        #expect(try database.schemaVersion() == 1)
        try database.migrate([Self.first, Self.second])
        try database.migrate([Self.first, Self.second])
        #expect(try database.schemaVersion() == 2)
        #expect(try stored() == [1, 2])
    }

    @Test func `a step that fails leaves nothing of itself`() throws {
        try database.migrate([Self.first])
        let broken = Migration(2, sql: "INSERT INTO t VALUES (5); INSERT INTO nowhere VALUES (1)")
        #expect(throws: SQLiteError.self) { try database.migrate([Self.first, broken]) }
        #expect(try database.schemaVersion() == 1)
        #expect(try stored() == [1])
    }

    @Test func `a database of a later release is refused unchanged`() throws {
        try database.migrate([Self.first, Self.second])
        let error = try #require(throws: SQLiteError.self) { try database.migrate([Self.first]) }
        #expect(
            error.message
                == "the database has schema version 2, this program knows versions up to 1: "
                + "it was written by a later release")
        #expect(try database.schemaVersion() == 2)
    }

    @Test func `numbers that are not 1, 2, 3 are refused`() throws {
        #expect(throws: SQLiteError.self) { try database.migrate([Self.second]) }
        #expect(throws: SQLiteError.self) { try database.migrate([Self.second, Self.first]) }
    }
}
