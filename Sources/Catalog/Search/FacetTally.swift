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
        // Sorted, never more than the answer names: there may be as many values as products.
        var first: [Int] = []
        func precedes(_ left: Int, _ right: Int) -> Bool {
            counts[left] == counts[right] ? texts[left] < texts[right] : counts[left] > counts[right]
        }
        for number in counts.indices where counts[number] > 0 {
            if first.count == mostValues {
                guard let last = first.last, precedes(number, last) else { continue }
                first.removeLast()
            }
            let place = first.lastIndex { precedes($0, number) }.map { $0 + 1 } ?? 0
            first.insert(number, at: place)
        }
        return first.map { FacetCount(value: texts[$0], count: counts[$0]) }
    }
}
