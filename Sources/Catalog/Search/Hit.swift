import Contracts

/// A product found.
struct Hit {
    let slot: Int
    var standing: Standing
    /// Whether the form is still to be looked up, since the words are in the description.
    var isRough: Bool
}

/// What a search has found.
struct FoundHits {
    var hits: [Hit] = []
    /// Whether there was a hit before the filter.
    var isAnything = false
}

/// A search's filters as numbers of facet values; nil lets everything pass.
struct SearchFilter {
    private let categories: Set<Int32>?
    private let sellers: Set<Int32>?
    /// For each tag asked for, the numbers of its spellings.
    private let tags: [Set<Int32>]
    private let selling: SellingFilter

    init(_ query: SearchQuery, _ index: SearchIndex) {
        categories =
            query.categories.isEmpty ? nil : Set(query.categories.flatMap(index.categories.numbers(like:)))
        sellers = query.sellers.isEmpty ? nil : Set(query.sellers.flatMap(index.sellers.numbers(like:)))
        selling = query.selling
        tags = query.tags.map { Set(index.tags.numbers(like: $0)) }
    }

    func passes(_ entry: IndexEntry, _ work: SearchWork) -> Bool {
        // Looking a number up costs as much as a few letters.
        work.spend(5 + 5 * tags.count * entry.tags.count)
        if let categories, !categories.contains(entry.category) { return false }
        if let sellers {
            guard let seller = entry.seller, sellers.contains(seller) else { return false }
        }
        return tags.allSatisfy { !$0.isDisjoint(with: entry.tags) } && selling.passes(entry.selling)
    }
}
