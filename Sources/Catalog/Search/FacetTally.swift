import Contracts

/// Counts the facet values of hits.
struct FacetTally {
    /// The values of one facet that an answer names at most, those with the most hits.
    static let mostValues = 100

    private var categories: [Int]
    private var sellers: [Int]
    private var tags: [Int]

    init(_ index: SearchIndex) {
        categories = Array(repeating: 0, count: index.categories.capacity)
        sellers = Array(repeating: 0, count: index.sellers.capacity)
        tags = Array(repeating: 0, count: index.tags.capacity)
    }

    mutating func add(_ entry: IndexEntry) {
        categories[Int(entry.category)] += 1
        if let seller = entry.seller { sellers[Int(seller)] += 1 }
        for tag in entry.tags { tags[Int(tag)] += 1 }
    }

    func facets(_ index: SearchIndex) -> SearchFacets {
        SearchFacets(
            category: Self.counts(categories, index.categories.texts),
            seller: Self.counts(sellers, index.sellers.texts),
            tag: Self.counts(tags, index.tags.texts))
    }

    private static func counts(_ counts: [Int], _ texts: [String]) -> [FacetCount] {
        let found = counts.indices.filter { counts[$0] > 0 }
            .sorted { (counts[$1], texts[$0]) < (counts[$0], texts[$1]) }
        return found.prefix(mostValues).map { FacetCount(value: texts[$0], count: counts[$0]) }
    }
}
