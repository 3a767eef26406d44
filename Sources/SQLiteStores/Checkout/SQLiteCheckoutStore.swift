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
    private var group = GroupCommit()

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
        try await withCheckedThrowingContinuation { continuation in
            enqueue(
                GroupCommit.Waiting {
                    let reply = try self.once(key, perform: perform, replay: replay)
                    return { continuation.resume(returning: reply) }
                } refuse: {
                    continuation.resume(throwing: $0)
                })
        }
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any CheckoutBooks) throws -> Value
    ) async throws -> Value {
        try tellingTheEdge { try body(books) }
    }

    private func once<Reply>(
        _ key: ChangeKey, perform: (any CheckoutBooks) throws -> Remembered<Reply>,
        replay: (any CheckoutBooks, [UInt8]) throws -> Reply
    ) throws -> Reply {
        if let memory = try idempotency.answer(for: key) { return try replay(books, memory) }
        let done = try perform(books)
        try idempotency.keep(done.memory, for: key)
        return done.reply
    }

    /// The one place where changes become durable. Those that are already on their way to this thread are in its
    /// queue before the commit, and share its sync.
    private func enqueue(_ change: GroupCommit.Waiting) {
        if group.isEmpty { Task { commitGroup() } }
        group.append(change)
    }

    private func commitGroup() {
        group.commit(in: database)
        if !group.isEmpty { Task { commitGroup() } }
    }
}
