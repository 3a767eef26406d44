package import Contracts

/// A snapshot of all offers. A change makes another one; whoever works with this one is not disturbed.
package struct PriceBook: Sendable {
    /// Many small tables: a change copies one of them and shares the rest with the snapshot before.
    private var shelves: [[Sku: PriceBookEntry]]
    private let calendar: ShopCalendar

    package init(_ definitions: [OfferDefinition] = [], calendar: ShopCalendar) {
        self.calendar = calendar
        shelves = Array(repeating: [:], count: PriceBook.shelfCount)
        for definition in definitions { save(definition) }
    }

    package subscript(sku: Sku) -> PriceBookEntry? { shelves[PriceBook.shelf(sku)][sku] }

    /// Every offer, in no particular order.
    package var entries: [PriceBookEntry] { shelves.flatMap(\.values) }

    package var count: Int { shelves.reduce(0) { $0 + $1.count } }

    /// The snapshot after offers were saved and others removed.
    package func applying(_ changes: OfferChanges) -> PriceBook {
        var book = self
        for definition in changes.saved { book.save(definition) }
        for sku in changes.removed { book.shelves[PriceBook.shelf(sku)][sku] = nil }
        return book
    }

    private mutating func save(_ definition: OfferDefinition) {
        shelves[PriceBook.shelf(definition.sku)][definition.sku] = PriceBookEntry(definition, calendar)
    }

    private static let shelfCount = 256

    /// FNV-1a, folded: skus that count up or differ only in front are spread, too.
    private static func shelf(_ sku: Sku) -> Int {
        let hash = sku.text.utf8.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        return Int((hash ^ hash >> 16) & UInt32(shelfCount - 1))
    }
}
