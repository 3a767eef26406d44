import Catalog
import Contracts
import Messaging
import SQLiteStores
import ShopTesting
import WireProtocol

/// A catalog with a few products, and short ways to ask it.
struct Shelf {
    let catalog: Catalog
    let store: SQLiteCatalogStore
    let views: SellingViews
    let time = ManualTime()
    /// Of a caller who waits for as long as it takes.
    let context = CallContext(
        method: "test", now: Timestamp(milliseconds: 0), remainingMilliseconds: .max)

    init(_ products: [Product] = [], mostSearchWork: Int = SearchWork.usualLimit) async throws {
        store = try SQLiteCatalogStore(path: ":memory:", mostSearchWork: mostSearchWork)
        views = SellingViews(store: store, time: time)
        catalog = Catalog(store: store, views: views)
        if !products.isEmpty { try await put(products) }
    }

    /// Products with these names, and the skus `p0`, `p1`, …
    init(names: [String]) async throws {
        try await self.init(try names.enumerated().map { try product("p\($0.offset)", $0.element) })
    }

    @discardableResult func put(_ products: [Product]) async throws -> ChangeCounts {
        try await catalog.put(PutProducts(products: products), context)
    }

    func search(_ request: SearchProducts) async throws -> SearchProducts.Reply {
        try request.validate()
        return try await catalog.search(request, context)
    }

    /// The names found by a text, in order.
    func names(_ text: String) async throws -> [String] {
        try await search(SearchProducts(text: text, limit: 100)).items.map(\.product.name)
    }

    func matches(_ text: String) async throws -> [SearchMatch] {
        try await search(SearchProducts(text: text)).items.map(\.match)
    }

    /// The skus of all pages, asked for one after the other; `meanwhile` runs behind each page.
    func pages(
        of request: SearchProducts, meanwhile: (Int) async throws -> Void = { _ in }
    ) async throws -> [String] {
        var request = request
        var found: [String] = []
        for number in 0..<1000 {
            let page = try await search(request)
            found += page.items.map(\.product.sku.text)
            try await meanwhile(number)
            guard let next = page.next else { return found }
            request.cursor = next
        }
        return found
    }
}

func sku(_ text: String) throws -> Sku {
    guard let sku = Sku(text) else { throw Sku.malformed.fault }
    return sku
}

func product(
    _ skuText: String, _ name: String, description: String = "", category: String = "thing",
    seller: String? = nil, tags: [String] = [], rating: Double? = nil
) throws -> Product {
    Product(
        sku: try sku(skuText), name: name, description: description, category: category, unit: "each",
        rating: rating, seller: seller.map { Seller(name: $0) }, tags: tags)
}

extension FieldProblem {
    fileprivate var fault: Fault { .invalid([detail(at: "sku")]) }
}
