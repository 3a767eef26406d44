package import Contracts

/// A snapshot of all offers. A change makes another one; whoever works with this one is not disturbed.
package struct PriceBook: Sendable {
    /// Many small tables: a change copies one of them and shares the rest with the snapshot before.
    private var shelves: [[ShelfKey: PriceBookEntry]]
    private let calendar: ShopCalendar

    package init(_ definitions: [OfferDefinition] = [], calendar: ShopCalendar) {
        self.calendar = calendar
        shelves = Array(repeating: [:], count: PriceBook.shelfCount)
        for definition in definitions { save(definition) }
    }

    package subscript(sku: Sku) -> PriceBookEntry? {
        let key = ShelfKey(sku)
        return shelves[PriceBook.shelf(key)][key]
    }

    /// Every offer, in no particular order.
    package var entries: [PriceBookEntry] { shelves.flatMap(\.values) }

    package var count: Int { shelves.reduce(0) { $0 + $1.count } }

    /// The snapshot after offers were saved and others removed.
    package func applying(_ changes: OfferChanges) -> PriceBook {
        var book = self
        for definition in changes.saved { book.save(definition) }
        for sku in changes.removed {
            let key = ShelfKey(sku)
            book.shelves[PriceBook.shelf(key)][key] = nil
        }
        return book
    }

    private mutating func save(_ definition: OfferDefinition) {
        let key = ShelfKey(definition.sku)
        shelves[PriceBook.shelf(key)][key] = PriceBookEntry(definition, calendar)
    }

    private static let shelfCount = 256

    private static func shelf(_ key: ShelfKey) -> Int {
        Int((key.hash ^ key.hash >> 16) & UInt32(shelfCount - 1))
    }
}

/// A sku with its hash, which is made once for the shelf and the place on it.
private struct ShelfKey: Hashable {
    let sku: Sku
    /// FNV-1a: skus that count up or differ only in front are spread, too.
    let hash: UInt32

    init(_ sku: Sku) {
        self.sku = sku
        hash =
            sku.text.utf8.withContiguousStorageIfAvailable { ShelfKey.hash($0) }
            ?? ShelfKey.hash(Array(sku.text.utf8))
    }

    private static func hash(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }

    static func == (left: ShelfKey, right: ShelfKey) -> Bool {
        left.hash == right.hash && left.sku == right.sku
    }
}
