package import Checkout
package import Messaging
import SQLite
import Threading

/// The books of checkout in one SQLite database, on a thread of their own.
package actor SQLiteCheckoutStore: CheckoutStore {
    private let executor = ThreadExecutor()
    private let database: Database
    private let books: SQLiteCheckoutBooks
    private let idempotency: IdempotencyTable

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens `path`, made when absent; `:memory:` ends with the store.
    ///
    /// - Parameter vfs: a registered file system layer; nil is the system's.
    /// - Throws: `SQLiteError`, also for a file that a later release wrote.
    package init(path: String, vfs: String? = nil) throws {
        database = try Database(path: path, vfs: vfs)
        try database.migrate(CheckoutSchema.migrations)
        idempotency = IdempotencyTable(database: database)
        books = SQLiteCheckoutBooks(database: database, idempotency: idempotency)
    }

    package func change<Reply: Sendable>(
        _ key: ChangeKey,
        perform: @escaping @Sendable (any CheckoutBooks) throws -> Remembered<Reply>,
        replay: @escaping @Sendable (any CheckoutBooks, _ memory: [UInt8]) throws -> Reply
    ) async throws -> Reply {
        try commit {
            if let memory = try idempotency.answer(for: key) {
                return try replay(books, memory)
            }
            let done = try perform(books)
            try idempotency.keep(done.memory, for: key)
            return done.reply
        }
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any CheckoutBooks) throws -> Value
    ) async throws -> Value {
        try tellingTheEdge { try body(books) }
    }

    /// The one place where changes become durable: what `change` did is synced when this returns, and undone
    /// when it throws.
    private func commit<Reply>(_ change: () throws -> Reply) throws -> Reply {
        try tellingTheEdge { try database.transaction(change) }
    }
}
