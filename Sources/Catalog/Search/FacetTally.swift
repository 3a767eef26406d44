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
            category: Self.counts(categories, index.categories),
            seller: Self.counts(sellers, index.sellers),
            tag: Self.counts(tags, index.tags))
    }

    /// What a filter takes as one value is one, in the spelling that most products carry.
    private static func counts(_ spellings: [Int], _ values: FacetValues) -> [FacetCount] {
        var counts = spellings
        for number in spellings.indices where spellings[number] > 0 {
            let leader = Int(values.leaders[number])
            guard leader != number else { continue }
            counts[leader] += spellings[number]
            counts[number] = 0
        }
        // Sorted, never more than the answer names: there may be as many values as products.
        var first: [Int] = []
        func precedes(_ left: Int, _ right: Int) -> Bool {
            counts[left] == counts[right]
                ? values.fields[left].lexicographicallyPrecedes(values.fields[right])
                : counts[left] > counts[right]
        }
        for number in counts.indices where counts[number] > 0 {
            if first.count == mostValues {
                guard let last = first.last, precedes(number, last) else { continue }
                first.removeLast()
            }
            let place = first.lastIndex { precedes($0, number) }.map { $0 + 1 } ?? 0
            first.insert(number, at: place)
        }
        return first.map {
            FacetCount(value: values.commonSpelling(of: Int32($0)), count: counts[$0])
        }
    }
}
