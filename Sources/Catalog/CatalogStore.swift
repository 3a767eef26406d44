package import Contracts

/// Keeps the products and finds them.
package protocol CatalogStore: Sendable {
    /// The products that are there, in no particular order.
    func products(_ skus: [Sku]) async throws -> [Product]

    /// Creates or replaces all of `products`, or none. No sku is there twice.
    ///
    /// - Parameter isWanted: asked when the change has its turn; what it throws is why nothing is done.
    func put(_ products: [Product], isWanted: @Sendable () throws -> Void) async throws -> ChangeCounts

    /// Removes those that are there, and says how many they were.
    ///
    /// - Parameter isWanted: as for `put`.
    func remove(_ skus: [Sku], isWanted: @Sendable () throws -> Void) async throws -> Int

    /// - Parameter isWanted: asked now and then while it lasts; what it throws is why it ends.
    func search(
        _ query: SearchQuery, isWanted: @escaping @Sendable () throws -> Void
    ) async throws -> FoundPage

    /// Takes into the index what was heard of prices and stock, also of skus that are not there (yet).
    func apply(_ changes: [SellingChange]) async

    /// Every product, in no particular order.
    func allProducts() async throws -> [Product]

    /// From now on `changed` is told what each change did, before the next one starts; not when it did nothing.
    func follow(_ changed: @escaping @Sendable (ProductChanges) -> Void) async
}

/// What one change did to the products.
package struct ProductChanges: Sendable, Equatable {
    package var saved: [Product]
    package var removed: [Sku]

    package init(saved: [Product] = [], removed: [Sku] = []) {
        self.saved = saved
        self.removed = removed
    }

    package var isEmpty: Bool { saved.isEmpty && removed.isEmpty }
}

/// One page of products found.
package struct FoundPage: Sendable, Equatable {
    package struct Item: Sendable, Equatable {
        package let product: Product
        package let match: SearchMatch
        package let selling: Selling

        package init(product: Product, match: SearchMatch, selling: Selling = Selling()) {
            self.product = product
            self.match = match
            self.selling = selling
        }
    }

    package var items: [Item]
    package var facets: SearchFacets
    /// All hits, not only this page's.
    package var total: Int
    /// Where the next page begins; nil on the last.
    package var next: SearchPosition?
    /// Whether there may be more than was found, since the search was too much work.
    package var isCutShort: Bool

    package init(
        items: [Item], facets: SearchFacets, total: Int, next: SearchPosition?, isCutShort: Bool = false
    ) {
        self.items = items
        self.facets = facets
        self.total = total
        self.next = next
        self.isCutShort = isCutShort
    }
}
