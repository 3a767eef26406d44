package import Contracts
package import Messaging
import WireProtocol

/// What the catalog answers: products by sku, changes to them, and searches.
package struct Catalog: Sendable {
    private let store: any CatalogStore

    package init(store: any CatalogStore) { self.store = store }

    package func register(in handlers: inout Handlers) {
        handlers.on(SearchProducts.self) { try await search($0, $1) }
        handlers.on(GetProducts.self) { try await get($0, $1) }
        handlers.on(PutProducts.self) { try await put($0, $1) }
        handlers.on(RemoveProducts.self) { try await remove($0, $1) }
    }

    package func search(
        _ request: SearchProducts, _ context: CallContext
    ) async throws -> SearchProducts.Reply {
        try UnknownPrices.refuse(request)
        var query = SearchQuery(request)
        let cursor = SearchCursor(of: query)
        query.after = try request.cursor.map { text throws(Fault) in try cursor.position(in: text) }
        let page = try await store.search(query)
        return SearchProducts.Reply(
            items: page.items.map { SearchHit(product: $0.product, match: $0.match) },
            facets: page.facets,
            total: page.total,
            next: page.next.map(cursor.text(for:)))
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
        try await store.put(request.products)
    }

    package func remove(_ request: RemoveProducts, _ context: CallContext) async throws -> RemovedCount {
        RemovedCount(removed: try await store.remove(unique(request.skus)))
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
            case .relevance, .price, .priceDescending, nil: .relevance
            }
        self.init(
            text: request.text ?? "", categories: request.categories ?? [], sellers: request.sellers ?? [],
            tags: request.tags ?? [], order: order,
            limit: Int(request.limit?.value ?? Bounds.defaultLimit))
    }
}
