import Contracts

/// All products as a search sees them, in memory: names and categories to compare, and the facets.
///
/// Descriptions stay in the store, whose trigram index answers for them. Each product has a slot, a small number
/// that is its row's number, too; the slots of removed products are taken again.
package struct SearchIndex {
    private(set) var entries: [IndexEntry?] = []
    private(set) var categories = FacetValues()
    private(set) var sellers = FacetValues()
    private(set) var tags = FacetValues()
    private(set) var freeSlots: Set<Int> = []
    private var slots: [String: Int] = [:]
    /// Also of skus that no product has: prices may be heard of before the product comes.
    private(set) var sellings: [String: Selling] = [:]

    package init() {}

    /// The next `count` slots that no product has.
    package func slotsForNew(_ count: Int) -> [Int] {
        let reused = freeSlots.prefix(count)
        return Array(reused) + (0..<(count - reused.count)).map { entries.count + $0 }
    }

    /// Takes a product in, in place of what the slot held.
    package mutating func put(_ product: IndexedProduct, at slot: Int) {
        while entries.count <= slot {
            freeSlots.insert(entries.count)
            entries.append(nil)
        }
        let before = entries[slot]
        // The values that stay are never forgotten in between.
        entries[slot] = entry(for: product)
        if let before { forget(before) }
        freeSlots.remove(slot)
        slots[product.sku.text] = slot
        renumberValues()
    }

    package mutating func remove(at slot: Int) {
        guard let entry = entry(at: slot) else { return }
        entries[slot] = nil
        forget(entry)
        freeSlots.insert(slot)
        while let last = entries.last, last == nil {
            entries.removeLast()
            freeSlots.remove(entries.count)
        }
        renumberValues()
    }

    private mutating func forget(_ entry: IndexEntry) {
        slots[entry.sku] = nil
        categories.giveBack(entry.category)
        if let seller = entry.seller { sellers.giveBack(seller) }
        for tag in entry.tags { tags.giveBack(tag) }
    }

    /// What was many once is not walked through by each search for ever.
    private mutating func renumberValues() {
        guard categories.isSparse || sellers.isSparse || tags.isSparse else { return }
        let old = (categories: categories, sellers: sellers, tags: tags)
        (categories, sellers, tags) = (FacetValues(), FacetValues(), FacetValues())
        for slot in entries.indices {
            guard let entry = entries[slot] else { continue }
            entries[slot] = IndexEntry(
                entry, category: categories.take(old.categories[entry.category]),
                seller: entry.seller.map { sellers.take(old.sellers[$0]) },
                tags: entry.tags.map { tags.take(old.tags[$0]) })
        }
    }

    /// Takes in what was heard of prices and stock.
    package mutating func apply(_ change: SellingChange) {
        let sku = change.sku.text
        let selling = change.applied(to: sellings[sku] ?? Selling())
        sellings[sku] = selling.isEmpty ? nil : selling
        guard let slot = slots[sku], let entry = entry(at: slot) else { return }
        entries[slot] = IndexEntry(entry, selling: sellings[sku])
    }

    /// Frees what a search does not ask for, so that changes to the original need not copy it.
    mutating func forgetUpkeep() {
        slots = [:]
        sellings = [:]
        freeSlots = []
    }

    func entry(at slot: Int) -> IndexEntry? { entries.indices.contains(slot) ? entries[slot] : nil }

    private mutating func entry(for product: IndexedProduct) -> IndexEntry {
        IndexEntry(
            sku: product.sku.text, name: product.name, category: categories.take(product.category),
            seller: product.seller.map { sellers.take($0) },
            tags: takeTags(product.tags), rating: product.rating,
            selling: sellings[product.sku.text])
    }

    /// One number for each tag: two spellings of the same one count once.
    private mutating func takeTags(_ texts: [String]) -> [Int32] {
        var taken: [Int32] = []
        for text in Set(texts).sorted() {
            let number = tags.take(text)
            let field = tags.fields[Int(number)]
            if taken.contains(where: { tags.fields[Int($0)] == field }) {
                tags.giveBack(number)
            } else {
                taken.append(number)
            }
        }
        return taken
    }
}
