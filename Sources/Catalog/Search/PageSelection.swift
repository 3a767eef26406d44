import Contracts

/// Picks the first hits behind a position, in order, without sorting all of them.
struct PageSelection {
    private let index: SearchIndex
    private let order: SearchQuery.Order
    private let currency: Currency?
    private let after: SearchPosition?
    private let count: Int
    /// Sorted, never more than `count`.
    private(set) var hits: [Hit] = []

    /// One more than the page holds, which tells whether there is a next one.
    init(_ index: SearchIndex, _ query: SearchQuery) {
        self.index = index
        order = query.order
        currency = query.selling.currency
        after = query.after
        count = query.limit + 1
    }

    /// - Returns: about how much that was, in letters.
    mutating func offer(_ hit: Hit) -> Int {
        if let after, !isBehind(hit, after) { return Self.comparison }
        if hits.count == count {
            guard let last = hits.last, isOrdered(hit, last) else { return Self.comparison }
            hits.removeLast()
        }
        hits.insert(hit, at: placeOf(hit))
        return Self.comparison * 8 + hits.count
    }

    /// Names differ early, mostly.
    private static let comparison = 20

    private func placeOf(_ hit: Hit) -> Int {
        var low = 0
        var high = hits.count
        while low < high {
            let middle = (low + high) / 2
            if isOrdered(hits[middle], hit) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    func position(of hit: Hit, isSimilar: Bool) -> SearchPosition? {
        index.entries[hit.slot].map { entry in
            SearchPosition(
                isSimilar: isSimilar, leading: leading(hit, entry),
                name: Array(entry.name.prefix(SearchPosition.nameBytes)), sku: entry.sku)
        }
    }

    private func leading(_ hit: Hit, _ entry: IndexEntry) -> Int {
        switch order {
        case .relevance: hit.standing.rank
        case .name: 0
        case .rating: entry.rating.map { -Int($0) } ?? 1
        // What has no known price comes last in both directions.
        case .price: price(entry) ?? .max
        case .priceDescending: price(entry).map(-) ?? .max
        }
    }

    private func price(_ entry: IndexEntry) -> Int? {
        currency.flatMap { entry.selling?.price($0) }.map { Int($0.minorUnits) }
    }

    private func isOrdered(_ left: Hit, _ right: Hit) -> Bool {
        guard let leftEntry = index.entries[left.slot], let rightEntry = index.entries[right.slot] else {
            return false
        }
        let (leftLeading, rightLeading) = (leading(left, leftEntry), leading(right, rightEntry))
        guard leftLeading == rightLeading else { return leftLeading < rightLeading }
        return isOrdered(leftEntry.name, leftEntry.sku, rightEntry.name, rightEntry.sku)
    }

    private func isBehind(_ hit: Hit, _ position: SearchPosition) -> Bool {
        guard let entry = index.entries[hit.slot] else { return false }
        let leading = leading(hit, entry)
        guard leading == position.leading else { return leading > position.leading }
        return isOrdered(position.name, position.sku, entry.name, entry.sku)
    }

    private func isOrdered(
        _ leftName: [UInt8], _ leftSku: String, _ rightName: [UInt8], _ rightSku: String
    ) -> Bool {
        let shared = min(leftName.count, rightName.count, SearchPosition.nameBytes)
        for place in 0..<shared where leftName[place] != rightName[place] {
            return leftName[place] < rightName[place]
        }
        let left = min(leftName.count, SearchPosition.nameBytes)
        let right = min(rightName.count, SearchPosition.nameBytes)
        return left == right ? leftSku < rightSku : left < right
    }
}
