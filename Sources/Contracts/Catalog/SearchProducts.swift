public import WireProtocol

/// Finds products by words and filters; no text means browse.
public struct SearchProducts: Request, Equatable {
    public static let method = "catalog.search"

    public var text: String?
    public var categories: [String]?
    public var sellers: [String]?
    public var tags: [String]?
    public var inStock: Bool?
    public var minPrice: Amount?
    public var maxPrice: Amount?
    /// The currency of the prices asked for and shown.
    public var currency: Currency?
    public var sort: SearchSort?
    /// 1 to 100, else 20.
    public var limit: WireInteger?
    public var cursor: String?

    public init(
        text: String? = nil, categories: [String]? = nil, sellers: [String]? = nil, tags: [String]? = nil,
        inStock: Bool? = nil, minPrice: Amount? = nil, maxPrice: Amount? = nil, currency: Currency? = nil,
        sort: SearchSort? = nil, limit: WireInteger? = nil, cursor: String? = nil
    ) {
        self.text = text
        self.categories = categories
        self.sellers = sellers
        self.tags = tags
        self.inStock = inStock
        self.minPrice = minPrice
        self.maxPrice = maxPrice
        self.currency = currency
        self.sort = sort
        self.limit = limit
        self.cursor = cursor
    }

    /// One page of hits, facets of all hits, and where the next page starts.
    public struct Reply: Codable, Sendable, Equatable {
        public var items: [SearchHit]
        public var facets: SearchFacets
        /// All hits, not only this page's.
        public var total: Int
        /// The cursor of the next page; absent on the last.
        public var next: String?
        /// True when the search was too much work to be ended: more may match than is told.
        public var partial: Bool?

        public init(
            items: [SearchHit], facets: SearchFacets, total: Int, next: String? = nil, partial: Bool? = nil
        ) {
            self.items = items
            self.facets = facets
            self.total = total
            self.next = next
            self.partial = partial
        }
    }

    public func validate() throws(Fault) {
        var problems = Problems()
        problems.checkText(text, at: "text", multiline: true)
        for (name, values) in [("categories", categories), ("sellers", sellers), ("tags", tags)] {
            problems.requireCount(values?.count ?? 0, in: Bounds.words, at: name)
            for (index, value) in (values ?? []).enumerated() {
                problems.requireBytes(value, atMost: Bounds.textBytes, at: "\(name)[\(index)]")
            }
        }
        problems.requireNotNegative(minPrice, at: "minPrice")
        problems.requireNotNegative(maxPrice, at: "maxPrice")
        checkPrices(&problems)
        problems.checkLimit(limit)
        problems.checkText(cursor, at: "cursor")
        try problems.throwIfAny()
    }

    private func checkPrices(_ problems: inout Problems) {
        let isSorted = sort == .price || sort == .priceDescending
        if currency == nil, isSorted || minPrice != nil || maxPrice != nil {
            problems.add("invalid_request", "must say in which currency prices are meant", at: "currency")
        }
        if let minPrice, let maxPrice, maxPrice < minPrice, maxPrice >= .zero {
            problems.add("invalid_request", "must not be below minPrice", at: "maxPrice")
        }
    }
}

/// The order of hits; ties go by name, then sku.
public enum SearchSort: String, WireEnum {
    case relevance
    case name
    case price
    case priceDescending = "-price"
    case ratingDescending = "-rating"
}

/// One product found, and where the words were found.
public struct SearchHit: Codable, Sendable, Equatable {
    public var product: Product
    public var match: SearchMatch
    /// The price, stock and their age as the catalog last heard of them.
    public var price: Amount?
    public var available: WireInteger?
    /// False for what is made to order and never runs out; else absent.
    public var tracked: Bool?
    /// When the catalog's view of prices and stock was complete last, by its time of day.
    public var asOf: Timestamp?
    /// How long ago that was when the catalog answered, in milliseconds of a clock that is never set.
    public var ageMilliseconds: WireInteger?

    public init(
        product: Product, match: SearchMatch, price: Amount? = nil, available: WireInteger? = nil,
        tracked: Bool? = nil, asOf: Timestamp? = nil, ageMilliseconds: WireInteger? = nil
    ) {
        self.product = product
        self.match = match
        self.price = price
        self.available = available
        self.tracked = tracked
        self.asOf = asOf
        self.ageMilliseconds = ageMilliseconds
    }
}

/// Where the words of a search were found; `similar` means with one typing error.
public enum SearchMatch: String, WireEnum {
    case name, category, description, similar
}

/// How many of all hits have each value.
public struct SearchFacets: Codable, Sendable, Equatable {
    public var category: [FacetCount]
    public var seller: [FacetCount]
    public var tag: [FacetCount]

    public init(category: [FacetCount] = [], seller: [FacetCount] = [], tag: [FacetCount] = []) {
        self.category = category
        self.seller = seller
        self.tag = tag
    }
}

/// One value of a facet and its count.
public struct FacetCount: Codable, Sendable, Equatable {
    public var value: String
    public var count: Int

    public init(value: String, count: Int) {
        self.value = value
        self.count = count
    }
}
