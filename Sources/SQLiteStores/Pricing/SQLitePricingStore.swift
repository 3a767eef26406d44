package import Contracts
package import Pricing
package import SQLite
import Threading

/// The offers in one SQLite database, on a thread of their own; what only reads has another.
package actor SQLitePricingStore: PricingStore {
    private let executor = ThreadExecutor()
    private let database: Database
    private let rows: OfferRows
    private let reads: StoreReads<OfferRows>
    private var retention: IdempotencyRetention

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens `path`, made when absent; `:memory:` ends with the store.
    ///
    /// - Parameters:
    ///   - vfs: a registered file system layer; nil is the system's.
    ///   - observer: is told when no change can be kept.
    package init(path: String, vfs: String? = nil, observer: (any WriteObserver)? = nil) throws {
        database = try Database(path: path, vfs: vfs, observer: observer, isGuarded: true)
        _ = try database.prepare(as: PricingSchema.identity, PricingSchema.migrations)
        rows = OfferRows(database: database)
        retention = IdempotencyRetention(database: database)
        // Shared where there can be only one: both are then used on one thread.
        nonisolated(unsafe) let connection = try ReadConnection(
            beside: database, on: executor, observer: observer)
        reads = try StoreReads(connection, OfferRows.init(database:))
    }

    /// What is to be done now and then beside the calls: sees whether changes can be kept and the file is whole, and
    /// forgets old answers.
    ///
    /// - Parameter elapsedMilliseconds: of a clock that is never set.
    package func tend(elapsedMilliseconds: Int64) throws {
        database.tend()
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

    /// Whether nothing was ever put here, or all of it was removed again.
    package func isEmpty() throws -> Bool {
        try database.first("SELECT 1 FROM offer LIMIT 1") { try $0.integer(0) } == nil
    }

    package nonisolated func allOffers() async throws -> [OfferDefinition] {
        try await reads.read { try $0.all() }
    }

    package nonisolated func offers(_ skus: [Sku]) async throws -> [OfferDefinition] {
        try await reads.read { rows in try skus.compactMap { try rows.offer($0) } }
    }

    package nonisolated func history(_ sku: Sku, _ currency: Currency) async throws -> PriceRecord? {
        try await reads.read { rows in
            try rows.offer(sku).map { PriceRecord(offer: $0, past: try rows.past(sku, currency)) }
        }
    }

    package func write<Answer: Sendable>(
        _ change: @escaping @Sendable (any OfferLedger) throws -> Answer,
        committed: @escaping @Sendable (OfferChanges) -> Void
    ) async throws -> Answer {
        let ledger = SQLiteOfferLedger(rows)
        let answer = try database.tellingTheEdge { try database.transaction { try change(ledger) } }
        if !ledger.changes.isEmpty { committed(ledger.changes) }
        return answer
    }
}
