package import Catalog
package import Contracts
package import SQLite
import Threading

/// The catalog in one SQLite database, with names and facets in memory.
package actor SQLiteCatalogStore: CatalogStore {
    private let executor: ThreadExecutor
    private let database: Database
    private let phrases: ProductPhrases
    private var index: SearchIndex
    private let mostSearchWork: Int
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
        self.mostSearchWork = mostSearchWork
        executor = ThreadExecutor()
        let database = try Database(path: path, vfs: vfs, observer: observer, isGuarded: true)
        try database.script("PRAGMA cache_size = -65536")
        _ = try database.prepare(as: CatalogSchema.identity, CatalogSchema.migrations)
        self.database = database
        phrases = ProductPhrases(database: database)
        index = try database.sayingWhatToDo { try Self.loadIndex(database) }
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
        database.checkWritability()
        database.checkPages(most: mostPagesAtOnce)
    }

    /// To be called last: leaves all that is kept in the main file alone, where other programs find it.
    package func close() throws { try database.emptyLog() }

    /// Whether nothing was ever put here, or all of it was removed again.
    package func isEmpty() throws -> Bool {
        try database.first("SELECT 1 FROM product LIMIT 1") { try $0.integer(0) } == nil
    }

    package func products(_ skus: [Sku]) throws -> [Product] {
        try tellingTheEdge { try rows(skus).map(\.product) }
    }

    package func put(
        _ products: [Product], isWanted: @Sendable () throws -> Void = {}
    ) throws -> ChangeCounts {
        try isWanted()
        return try tellingTheEdge {
            let known = Dictionary(try rows(products.map(\.sku)).map { ($0.product.sku, $0) }) { $1 }
            let changed = products.filter { known[$0.sku]?.product != $0 }
            let created = changed.filter { known[$0.sku] == nil }
            var newSlots = index.slotsForNew(created.count)[...]
            let changes = changed.compactMap { product in
                (known[product.sku]?.slot ?? newSlots.popFirst()).map {
                    ProductRow(slot: $0, product: product)
                }
            }
            if !changes.isEmpty { try database.transaction { try changes.forEach(write) } }
            for change in changes { index.put(IndexedProduct(change.product), at: change.slot) }
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
        return try tellingTheEdge {
            let found = try rows(skus)
            guard !found.isEmpty else { return 0 }
            try database.transaction {
                for row in found {
                    try database.execute("DELETE FROM product WHERE slot = ?", row.slot)
                    try phrases.remove(at: row.slot)
                }
            }
            for row in found { index.remove(at: row.slot) }
            tell(ProductChanges(removed: found.map(\.product.sku)))
            return found.count
        }
    }

    package func apply(_ changes: [SellingChange]) {
        for change in changes { index.apply(change) }
    }

    package func allProducts() throws -> [Product] {
        try tellingTheEdge {
            try database.query("SELECT \(ProductRow.columns) FROM product ORDER BY slot") { row in
                try ProductRow(row).product
            }
        }
    }

    package func follow(_ changed: @escaping @Sendable (ProductChanges) -> Void) { self.changed = changed }

    private func tell(_ changes: ProductChanges) {
        if !changes.isEmpty { changed(changes) }
    }

    package func search(
        _ query: SearchQuery, isWanted: @escaping @Sendable () throws -> Void = {}
    ) async throws -> FoundPage {
        try isWanted()
        // Between its slices others put and remove.
        let index = index.snapshot
        let page: IndexPage
        do {
            page = try await index.search(
                query, phrases: phrases, work: SearchWork(limit: mostSearchWork, isWanted: isWanted))
        } catch let error as SQLiteError {
            throw error.atTheEdge
        }
        let items = try tellingTheEdge { try page.items.compactMap(product) }
        return FoundPage(
            items: items, facets: page.facets, total: page.total, next: page.next,
            isCutShort: page.isCutShort)
    }

    /// Nil when the product was removed while the search lasted.
    private func product(_ item: IndexPage.Item) throws -> FoundPage.Item? {
        guard let product = try row(at: item.slot)?.product, product.sku.text == item.sku else { return nil }
        return FoundPage.Item(product: product, match: item.match, selling: item.selling)
    }

    private func rows(_ skus: [Sku]) throws -> [ProductRow] {
        var found: [ProductRow] = []
        for sku in skus {
            let row = try database.first(
                "SELECT \(ProductRow.columns) FROM product WHERE sku = ?", sku.text
            ) { row in try ProductRow(row) }
            if let row { found.append(row) }
        }
        return found
    }

    private func row(at slot: Int) throws -> ProductRow? {
        try database.first("SELECT \(ProductRow.columns) FROM product WHERE slot = ?", slot) {
            row in try ProductRow(row)
        }
    }
}
