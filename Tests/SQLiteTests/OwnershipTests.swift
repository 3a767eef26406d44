import SQLite
import Testing

/// A store as the services have it: an actor that owns its connection.
private actor Store {
    private let database: Database

    init(vfs: CuttingVFS) throws {
        database = try Database(path: "/shop.db", vfs: vfs.name)
        try database.migrate([Migration(1, sql: "CREATE TABLE t (v)")])
    }

    func add(_ value: Int) throws -> Int64? {
        try database.transaction {
            try database.execute("INSERT INTO t VALUES (?)", value)
            return try database.first("SELECT count(*) FROM t") { try $0.integer(0) }
        }
    }
}

@Suite struct OwnershipTests {
    @Test
    func `two stores on one file, called from many tasks, lose nothing, and the cut takes nothing answered`()
        async throws
    {
        let vfs = CuttingVFS()
        let stores = [try Store(vfs: vfs), try Store(vfs: vfs)]
        try await withThrowingTaskGroup { group in
            for number in 0..<200 { group.addTask { _ = try await stores[number % 2].add(number) } }
            try await group.waitForAll()
        }
        vfs.cut()
        #expect(try await Store(vfs: vfs).add(0) == 201)
    }
}
