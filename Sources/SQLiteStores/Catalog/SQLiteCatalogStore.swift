package import Catalog
package import Contracts
package import SQLite
import Threading

/// The catalog in one SQLite database, with names and facets in memory. Products are got and searched on threads of their own.
package actor SQLiteCatalogStore: CatalogStore {
    private let executor: ThreadExecutor
    private let database: Database
    private let rows: ProductRows
    private let phrases: ProductPhrases
    private let index: Locked<SearchIndex>
    private let readers: SQLiteCatalogReaders
    private var changed: @Sendable (ProductChanges) -> Void = { _ in }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens the database at `path`, made when absent; `:memory:` is one of its own.
    ///
    /// - Parameters:
    ///   - vfs: a registered file system layer; nil is the system's.
    ///   - observer: is told when no change can be kept.
    ///   - mostSearchWork: what one search may do, as `SearchWork` counts it.
    package init(
        path: String, vfs: String? = nil, observer: (any WriteObserver)? = nil,
        mostSearchWork: Int = SearchWork.usualLimit
    ) throws {
        executor = ThreadExecutor()
        let database = try Database(path: path, vfs: vfs, observer: observer, isGuarded: true)
        try database.script("PRAGMA cache_size = -65536")
        _ = try database.prepare(as: CatalogSchema.identity, CatalogSchema.migrations)
        self.database = database
        rows = ProductRows(database: database)
        phrases = ProductPhrases(database: database)
        let index = Locked(try database.sayingWhatToDo { try Self.loadIndex(database) })
        self.index = index
        readers = try SQLiteCatalogReaders(beside: database, on: executor, observer: observer) {
            SQLiteCatalogReads($0, index, mostSearchWork: mostSearchWork)
        }
    }

    private static func loadIndex(_ database: Database) throws -> SearchIndex {
        var index = SearchIndex()
        _ = try database.query("SELECT \(IndexedProduct.columns) FROM product ORDER BY slot") { row in
            index.put(try IndexedProduct(row), at: Int(try row.integer(0)))
        }
        return index
    }

    /// What is to be done now and then beside the calls: sees whether changes can be kept and the file is whole.
    package func tend() {
        database.tend()
    }

    /// Which data it keeps: the same for all who share it.
    package var name: String? { database.storeName }

    /// To be called last: leaves all that is kept in the main file alone, where other programs find it.
    package func close() throws { try database.emptyLog() }

    /// Whether nothing was ever put here, or all of it was removed again.
    package func isEmpty() throws -> Bool {
        try database.first("SELECT 1 FROM product LIMIT 1") { try $0.integer(0) } == nil
    }

    package nonisolated func products(_ skus: [Sku]) async throws -> [Product] {
        try await readers.use { try await $0.products(skus) }
    }

    package nonisolated func search(
        _ query: SearchQuery, isWanted: @escaping @Sendable () throws -> Void = {}
    ) async throws -> FoundPage { try await readers.use { try await $0.search(query, isWanted: isWanted) } }

    package func put(
        _ products: [Product], isWanted: @Sendable () throws -> Void = {}
    ) throws -> ChangeCounts {
        try isWanted()
        return try database.tellingTheEdge {
            let known = Dictionary(try rows.of(products.map(\.sku)).map { ($0.product.sku, $0) }) { $1 }
            let changed = products.filter { known[$0.sku]?.product != $0 }
            let created = changed.filter { known[$0.sku] == nil }
            var newSlots = index.withLock { $0.slotsForNew(created.count) }[...]
            let changes = changed.compactMap { product in
                (known[product.sku]?.slot ?? newSlots.popFirst()).map {
                    ProductRow(slot: $0, product: product)
                }
            }
            if !changes.isEmpty { try database.transaction { try changes.forEach(write) } }
            index.withLock { index in
                for change in changes { index.put(IndexedProduct(change.product), at: change.slot) }
            }
            tell(ProductChanges(saved: changes.map(\.product)))
            return ChangeCounts(
                created: created.count, updated: changed.count - created.count,
                unchanged: products.count - changed.count)
        }
    }

    private func write(_ row: ProductRow) throws(SQLiteError) {
        try database.execute(
            "INSERT OR REPLACE INTO product (\(ProductRow.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            values: row.values)
        try phrases.put(row.product, at: row.slot)
    }

    package func remove(_ skus: [Sku], isWanted: @Sendable () throws -> Void = {}) throws -> Int {
        try isWanted()
        return try database.tellingTheEdge {
            let found = try rows.of(skus)
            guard !found.isEmpty else { return 0 }
            try database.transaction {
                for row in found {
                    try database.execute("DELETE FROM product WHERE slot = ?", row.slot)
                    try phrases.remove(at: row.slot)
                }
            }
            index.withLock { index in
                for row in found { index.remove(at: row.slot) }
            }
            tell(ProductChanges(removed: found.map(\.product.sku)))
            return found.count
        }
    }

    package func apply(_ changes: [SellingChange]) {
        index.withLock { index in
            for change in changes { index.apply(change) }
        }
    }

    package func allProducts() throws -> [Product] {
        try database.tellingTheEdge {
            try database.query("SELECT \(ProductRow.columns) FROM product ORDER BY slot") { row in
                try ProductRow(row).product
            }
        }
    }

    package func follow(_ changed: @escaping @Sendable (ProductChanges) -> Void) { self.changed = changed }

    private func tell(_ changes: ProductChanges) {
        if !changes.isEmpty { changed(changes) }
    }
}
