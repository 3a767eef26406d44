package import Contracts

/// A search as the index understands it.
package struct SearchQuery: Sendable, Equatable {
    package enum Order: String, Sendable {
        case relevance, name, rating, price
        case priceDescending = "-price"
    }

    /// All of them must be found; none means browse.
    package var words: [SearchWord]
    /// A product has one of these, or there is none here; so with sellers.
    package var categories: [String]
    package var sellers: [String]
    /// A product has each of these.
    package var tags: [String]
    package var selling: SellingFilter
    package var order: Order
    package var limit: Int
    /// The hits begin behind this one.
    package var after: SearchPosition?

    package init(
        text: String = "", categories: [String] = [], sellers: [String] = [], tags: [String] = [],
        selling: SellingFilter = SellingFilter(), order: Order = .relevance, limit: Int = 20,
        after: SearchPosition? = nil
    ) {
        words = SearchText.words(text)
        self.categories = categories
        self.sellers = sellers
        self.tags = tags
        self.selling = selling
        self.order = order
        self.limit = limit
        self.after = after
    }
}

/// What a search asks of prices and stock; what is not known passes no filter.
package struct SellingFilter: Sendable, Equatable {
    package var currency: Currency?
    package var inStock: Bool?
    package var minPrice: Amount?
    package var maxPrice: Amount?

    package init(
        currency: Currency? = nil, inStock: Bool? = nil, minPrice: Amount? = nil, maxPrice: Amount? = nil
    ) {
        self.currency = currency
        self.inStock = inStock
        self.minPrice = minPrice
        self.maxPrice = maxPrice
    }

    func passes(_ selling: Selling?) -> Bool {
        if let inStock, inStock != (selling?.isInStock ?? false) { return false }
        guard minPrice != nil || maxPrice != nil else { return true }
        guard let currency, let price = selling?.price(currency) else { return false }
        return price >= minPrice ?? price && price <= maxPrice ?? price
    }
}

/// One page of hits by their slots, and the facets of all hits.
package struct IndexPage: Sendable, Equatable {
    package struct Item: Sendable, Equatable {
        package let slot: Int
        package let sku: String
        package let match: SearchMatch
        package let selling: Selling
    }

    package var items: [Item]
    package var facets: SearchFacets
    package var total: Int
    package var next: SearchPosition?
    /// Whether there may be more hits than were found.
    package var isCutShort: Bool
}
