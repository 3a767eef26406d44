import Testing

@testable import SQLite

@Suite struct LibraryConfigurationTests {
    @Test func `SQLite is set up before its first use`() throws {
        _ = try Database(path: ":memory:")
        _ = CuttingVFS()
        #expect(libraryIsConfigured)
    }

    @Test func `more than a savepoint keeps in memory is undone all the same`() throws {
        let vfs = CuttingVFS()
        let database = try Database(path: "/large.sqlite", vfs: vfs.name)
        try database.execute("CREATE TABLE kept (number INTEGER PRIMARY KEY, filler BLOB)")
        try database.transaction {
            for _ in 0..<300 { try database.execute("INSERT INTO kept (filler) VALUES (zeroblob(4000))") }
            #expect(throws: Refusal.self) {
                try database.transaction {
                    try database.execute("UPDATE kept SET filler = randomblob(4000)")
                    throw Refusal()
                }
            }
        }
        let changed = try database.first("SELECT count(*) FROM kept WHERE filler <> zeroblob(4000)") {
            try $0.integer(0)
        }
        #expect(changed == 0)
    }

    private struct Refusal: Error {}
}
