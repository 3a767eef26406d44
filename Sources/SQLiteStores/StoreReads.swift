import SQLite
import Threading

/// What is read of a store on a `ReadConnection`.
actor StoreReads<Books> {
    private let executor: ThreadExecutor
    private let database: Database
    private let books: Books

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ connection: sending ReadConnection, _ books: (Database) throws -> Books) throws {
        executor = connection.executor
        database = connection.database
        self.books = try books(database)
    }

    /// What is read belongs to one instant, at which all is there that was confirmed before.
    func read<Value: Sendable>(_ body: @Sendable (Books) throws -> Value) throws -> Value {
        try database.tellingTheEdge { try database.atOneInstant { try body(books) } }
    }
}
