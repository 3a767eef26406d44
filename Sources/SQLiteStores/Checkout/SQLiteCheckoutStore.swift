package import Checkout
package import Contracts
package import Messaging
package import SQLite
import Threading

/// The books of checkout in one SQLite database, on a thread of their own; what only reads has another.
package actor SQLiteCheckoutStore: CheckoutStore {
    private let executor = ThreadExecutor()
    private let database: Database
    private let books: SQLiteCheckoutBooks
    private let reads: StoreReads<SQLiteCheckoutBooks>
    private var retention: IdempotencyRetention
    private var group = GroupCommit()
    private var reading: CopyReading?
    private let arrived = Locked<[Arrival]>([])
    private var committed: @Sendable ([CommittedEvent]) -> Void = { _ in }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens `path`, made when absent; `:memory:` ends with the store.
    ///
    /// - Parameters:
    ///   - vfs: a registered file system layer; nil is the system's.
    ///   - observer: is told when no change can be kept.
    /// - Throws: `SQLiteError`, also for a file that a later release wrote.
    package init(path: String, vfs: String? = nil, observer: (any WriteObserver)? = nil) throws {
        database = try Database(path: path, vfs: vfs, observer: observer, isGuarded: true)
        let isCopy = try database.prepare(as: CheckoutSchema.identity, CheckoutSchema.migrations)
        books = try database.sayingWhatToDo { [database] in try SQLiteCheckoutBooks(database: database) }
        retention = IdempotencyRetention(database: database)
        if isCopy { try books.logs.beginEpoch() }
        // Shared where there can be only one: both are then used on one thread.
        nonisolated(unsafe) let connection = try ReadConnection(
            beside: database, on: executor, observer: observer)
        reads = try StoreReads(connection, SQLiteCheckoutBooks.init(database:))
        guard isCopy else { return }
        reading = CopyReading(database: database, logs: books.logs)
        reading?.goOn()
    }

    /// What is to be done now and then beside the calls: sees whether changes can be kept and the file is whole, and
    /// forgets old answers.
    ///
    /// - Parameter elapsedMilliseconds: of a clock that is never set.
    package func tend(elapsedMilliseconds: Int64) throws {
        database.tend()
        if reading?.goOn() == false { reading = nil }
        guard !database.cannotWrite else { return }
        try database.tellingTheEdge { try retention.forget(elapsedMilliseconds: elapsedMilliseconds) }
    }

    /// Which data it keeps: the same for all who share it.
    package var name: String? { database.storeName }

    /// To be called last: leaves all that is kept in the main file alone, where other programs find it.
    package func close() throws {
        if !database.cannotWrite { try? retention.close() }
        try database.emptyLog()
    }

    /// A change that has not reached the store's thread yet.
    private typealias Arrival = @Sendable (isolated SQLiteCheckoutStore) -> GroupCommit.Waiting

    package nonisolated func change<Reply: Sendable>(
        _ key: ChangeKey,
        perform: @escaping @Sendable (any CheckoutBooks) throws -> Remembered<Reply>,
        replay: @escaping @Sendable (any CheckoutBooks, _ memory: [UInt8]) throws -> Reply
    ) async throws -> Reply {
        let key = HashedKey(key)
        return try await withCheckedThrowingContinuation { continuation in
            enqueue { store in
                GroupCommit.Waiting {
                    let (reply, events) = try store.once(key, perform: perform, replay: replay)
                    return {
                        if !events.isEmpty { store.committed(events) }
                        continuation.resume(returning: reply)
                    }
                } refuse: {
                    continuation.resume(throwing: $0)
                }
            }
        }
    }

    package nonisolated func read<Value: Sendable>(
        _ body: @escaping @Sendable (any CheckoutBooks) throws -> Value
    ) async throws -> Value {
        try await reads.read { try body($0) }
    }

    package func follow(_ committed: @escaping @Sendable ([CommittedEvent]) -> Void) {
        self.committed = committed
    }

    package nonisolated func position(of stream: ShopStream) async throws -> StreamPosition {
        try await reads.read { try $0.logs.position(of: stream) }
    }

    package nonisolated func events(
        of stream: ShopStream, after sequence: Int64, limit: Int
    ) async throws -> [CommittedEvent] {
        try await reads.read { try $0.logs.events(of: stream, after: sequence, limit: limit) }
    }

    /// - Returns: the reply, and what the change has added to the logs.
    private func once<Reply>(
        _ key: HashedKey, perform: (any CheckoutBooks) throws -> Remembered<Reply>,
        replay: (any CheckoutBooks, [UInt8]) throws -> Reply
    ) throws -> (Reply, [CommittedEvent]) {
        books.logs.begin()
        if let memory = try books.idempotency.answer(for: key) { return (try replayed(memory, replay), []) }
        let done = try perform(books)
        try books.idempotency.keep(done.memory, for: key)
        return (done.reply, books.logs.takeAppended())
    }

    private func replayed<Reply>(
        _ memory: [UInt8], _ replay: (any CheckoutBooks, [UInt8]) throws -> Reply
    ) throws -> Reply {
        do { return try replay(books, memory) } catch let error as DamagedMemory {
            throw SQLiteError.unreadable("what a key stands for", in: "idempotency", error.message)
        }
    }

    /// The one way to the disk. Changes wait beside this thread, not in its queue: those that come while one group
    /// is committed are the next.
    private nonisolated func enqueue(_ change: @escaping Arrival) {
        let isFirst = arrived.withLock { arrived in
            arrived.append(change)
            return arrived.count == 1
        }
        if isFirst { executor.perform { self.assumeIsolated { $0.commitGroup() } } }
    }

    private func commitGroup() {
        for change in takeArrived() { group.append(change(self)) }
        group.commit(in: database)
        if !group.isEmpty { Task { commitGroup() } }
    }

    private func takeArrived() -> [Arrival] {
        arrived.withLock { arrived in
            var taken: [Arrival] = []
            swap(&taken, &arrived)
            return taken
        }
    }
}
