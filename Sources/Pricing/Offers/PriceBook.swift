package import Contracts

/// A snapshot of all offers. A change makes another one; whoever works with this one is not disturbed.
package struct PriceBook: Sendable {
    private var entries: [Sku: PriceBookEntry] = [:]
    private let calendar: ShopCalendar

    package init(_ definitions: [OfferDefinition] = [], calendar: ShopCalendar) {
        self.calendar = calendar
        entries.reserveCapacity(definitions.count)
        for definition in definitions { entries[definition.sku] = PriceBookEntry(definition, calendar) }
    }

    package subscript(sku: Sku) -> PriceBookEntry? { entries[sku] }

    package var count: Int { entries.count }

    /// The snapshot after offers were saved and others removed.
    package func applying(_ changes: OfferChanges) -> PriceBook {
        var book = self
        for definition in changes.saved {
            book.entries[definition.sku] = PriceBookEntry(definition, calendar)
        }
        for sku in changes.removed { book.entries[sku] = nil }
        return book
    }
}
