package import Contracts

/// A search as the index understands it.
package struct SearchQuery: Sendable, Equatable {
    package enum Order: String, Sendable {
        case relevance, name, rating
    }

    /// All of them must be found; none means browse.
    package var words: [SearchWord]
    /// A product has one of these, or there is none here; so with sellers.
    package var categories: [String]
    package var sellers: [String]
    /// A product has each of these.
    package var tags: [String]
    package var order: Order
    package var limit: Int
    /// The hits begin behind this one.
    package var after: SearchPosition?

    package init(
        text: String = "", categories: [String] = [], sellers: [String] = [], tags: [String] = [],
        order: Order = .relevance, limit: Int = 20, after: SearchPosition? = nil
    ) {
        words = SearchText.words(text)
        self.categories = categories
        self.sellers = sellers
        self.tags = tags
        self.order = order
        self.limit = limit
        self.after = after
    }
}

/// One page of hits by their slots, and the facets of all hits.
package struct IndexPage: Sendable, Equatable {
    package struct Item: Sendable, Equatable {
        package let slot: Int
        package let match: SearchMatch
    }

    package var items: [Item]
    package var facets: SearchFacets
    package var total: Int
    package var next: SearchPosition?
}
