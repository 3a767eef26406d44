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
    private var freeSlots: [Int] = []
    private var slots: [String: Int] = [:]
    /// Also of skus that no product has: prices may be heard of before the product comes.
    private var sellings: [String: Selling] = [:]

    package init() {}

    /// The next `count` slots that no product has.
    package func slotsForNew(_ count: Int) -> [Int] {
        let reused = freeSlots.suffix(count)
        return Array(reused) + (0..<(count - reused.count)).map { entries.count + $0 }
    }

    /// Takes a product in, in place of what the slot held.
    package mutating func put(_ product: IndexedProduct, at slot: Int) {
        while entries.count <= slot {
            freeSlots.append(entries.count)
            entries.append(nil)
        }
        if entries[slot] == nil, let place = freeSlots.lastIndex(of: slot) { freeSlots.remove(at: place) }
        if let before = entries[slot] { slots[before.sku] = nil }
        entries[slot] = entry(for: product)
        slots[product.sku.text] = slot
    }

    package mutating func remove(at slot: Int) {
        guard let entry = entry(at: slot) else { return }
        slots[entry.sku] = nil
        entries[slot] = nil
        freeSlots.append(slot)
    }

    /// Takes in what was heard of prices and stock.
    package mutating func apply(_ change: SellingChange) {
        let sku = change.sku.text
        let selling = change.applied(to: sellings[sku] ?? Selling())
        sellings[sku] = selling.isEmpty ? nil : selling
        guard let slot = slots[sku], let entry = entry(at: slot) else { return }
        entries[slot] = IndexEntry(entry, selling: sellings[sku])
    }

    func entry(at slot: Int) -> IndexEntry? { entries.indices.contains(slot) ? entries[slot] : nil }

    private mutating func entry(for product: IndexedProduct) -> IndexEntry {
        IndexEntry(
            sku: product.sku.text, name: product.name, category: categories.number(of: product.category),
            seller: product.seller.map { sellers.number(of: $0) },
            tags: Set(product.tags).map { tags.number(of: $0) }, rating: product.rating,
            selling: sellings[product.sku.text])
    }
}
