package import Contracts
package import Messaging
import WireProtocol

/// What the catalog answers: products by sku, changes to them, and searches.
package struct Catalog: Sendable {
    private let store: any CatalogStore
    private let views: SellingViews

    /// - Parameter views: what is heard of prices and stock.
    package init(store: any CatalogStore, views: SellingViews) {
        self.store = store
        self.views = views
    }

    package func register(in handlers: inout Handlers) {
        // Few threads read: more at once would only stand in front of others. Searches make pauses for each other.
        handlers.on(SearchProducts.self, atOnce: AtOnce(8, ofPeer: 2)) { try await search($0, $1) }
        handlers.on(GetProducts.self, atOnce: AtOnce(1)) { try await get($0, $1) }
        handlers.on(PutProducts.self, atOnce: AtOnce(1)) { try await put($0, $1) }
        handlers.on(RemoveProducts.self, atOnce: AtOnce(1)) { try await remove($0, $1) }
    }

    package func search(
        _ request: SearchProducts, _ context: CallContext
    ) async throws -> SearchProducts.Reply {
        let ages = views.ages(at: context.now)
        try ages.require(request)
        var query = SearchQuery(request)
        let cursor = SearchCursor(of: query)
        query.after = try request.cursor.map { text throws(Fault) in try cursor.position(in: text) }
        let page = try await store.search(query) { try context.requireTime() }
        return SearchProducts.Reply(
            items: page.items.map { ages.hit($0, request.currency) },
            facets: page.facets,
            total: page.total,
            next: page.next.map(cursor.text(for:)),
            partial: page.isCutShort ? true : nil)
    }

    /// The products in the order asked for, each once.
    package func get(_ request: GetProducts, _ context: CallContext) async throws -> GetProducts.Reply {
        let skus = unique(request.skus)
        let found = try await store.products(skus)
        let bySku = Dictionary(found.map { ($0.sku, $0) }) { first, _ in first }
        return GetProducts.Reply(
            products: skus.compactMap { bySku[$0] }, missing: skus.filter { bySku[$0] == nil })
    }

    package func put(_ request: PutProducts, _ context: CallContext) async throws -> ChangeCounts {
        try await store.put(request.products) { try context.requireTime() }
    }

    package func remove(_ request: RemoveProducts, _ context: CallContext) async throws -> RemovedCount {
        let removed = try await store.remove(unique(request.skus)) { try context.requireTime() }
        return RemovedCount(removed: removed)
    }
}

private func unique(_ skus: [Sku]) -> [Sku] {
    var seen: Set<Sku> = []
    return skus.filter { seen.insert($0).inserted }
}

extension SearchQuery {
    init(_ request: SearchProducts) {
        let order: Order =
            switch request.sort {
            case .name: .name
            case .ratingDescending: .rating
            case .price: .price
            case .priceDescending: .priceDescending
            case .relevance, nil: .relevance
            }
        self.init(
            text: request.text ?? "", categories: request.categories ?? [], sellers: request.sellers ?? [],
            tags: request.tags ?? [],
            selling: SellingFilter(
                currency: request.currency, inStock: request.inStock, minPrice: request.minPrice,
                maxPrice: request.maxPrice),
            order: order,
            limit: Int(request.limit?.value ?? Bounds.defaultLimit))
    }
}
