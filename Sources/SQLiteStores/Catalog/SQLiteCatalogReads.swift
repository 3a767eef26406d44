import Catalog
import Contracts
import SQLite
import Threading

/// What is read of a catalog's database on a `ReadConnection`; searches make pauses for each other.
actor SQLiteCatalogReads {
    private let executor: ThreadExecutor
    private let rows: ProductRows
    private let phrases: ProductPhrases
    private let index: Locked<SearchIndex>
    private let mostSearchWork: Int

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ connection: sending ReadConnection, _ index: Locked<SearchIndex>, mostSearchWork: Int) {
        executor = connection.executor
        rows = ProductRows(database: connection.database)
        phrases = ProductPhrases(database: connection.database)
        self.index = index
        self.mostSearchWork = mostSearchWork
    }

    func products(_ skus: [Sku]) throws -> [Product] {
        try rows.database.tellingTheEdge { try rows.of(skus).map(\.product) }
    }

    func search(_ query: SearchQuery, isWanted: @escaping @Sendable () throws -> Void) async throws
        -> FoundPage
    {
        try isWanted()
        // Others put and remove meanwhile.
        let index = index.withLock { $0.snapshot }
        let page: IndexPage
        do {
            page = try await index.search(
                query, phrases: phrases, work: SearchWork(limit: mostSearchWork, isWanted: isWanted))
        } catch let error as SQLiteError {
            throw error.atTheEdge
        }
        let items = try rows.database.tellingTheEdge { try page.items.compactMap(product) }
        return FoundPage(
            items: items, facets: page.facets, total: page.total, next: page.next,
            isCutShort: page.isCutShort)
    }

    /// Nil when the product was removed while the search lasted.
    private func product(_ item: IndexPage.Item) throws -> FoundPage.Item? {
        guard let product = try rows.at(item.slot)?.product, product.sku.text == item.sku else { return nil }
        return FoundPage.Item(product: product, match: item.match, selling: item.selling)
    }
}
