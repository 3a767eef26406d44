import SQLite
import Threading

/// What is read of a store on a thread and a connection of its own: it waits for nobody who writes.
///
/// A database that is nowhere but in memory, or on a file system layer that is none of the system's, has a single thread.
actor StoreReads<Books> {
    private let executor: ThreadExecutor
    private let database: Database
    private let books: Books

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameter database: used on the thread of `executor` alone.
    init(_ database: sending Database, on executor: ThreadExecutor, _ books: (Database) throws -> Books)
        throws
    {
        self.executor = executor
        self.database = database
        self.books = try books(database)
    }

    /// What is read belongs to one instant, at which all is there that was confirmed before.
    func read<Value: Sendable>(_ body: @Sendable (Books) throws -> Value) throws -> Value {
        try database.tellingTheEdge { try database.atOneInstant { try body(books) } }
    }
}
