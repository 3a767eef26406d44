package import Contracts
package import WireProtocol

/// What a quote must know of one sku, ready to be used: never changed, shared by every snapshot that has it.
package final class PriceBookEntry: Sendable {
    package let definition: OfferDefinition
    package let sku: Sku
    let quantity: QuantityRule
    let menu: OptionMenu
    let taxCategory: String
    let content: UnitContent?
    private let timelines: [PriceTimeline]

    /// - Parameter definition: validities must be instants and free of overlaps.
    init(_ definition: OfferDefinition, _ calendar: ShopCalendar) {
        self.definition = definition
        sku = definition.sku
        quantity = definition.quantity ?? QuantityRule()
        menu = OptionMenu(definition.options ?? [])
        taxCategory = definition.taxCategory ?? OfferDefinition.standardTaxCategory
        content = definition.content
        timelines = definition.timelines(calendar)
    }

    func price(_ currency: Currency, at instant: Timestamp) -> TimedPrice? {
        timelines.first { $0.currency == currency }?.price(at: instant)
    }

    /// How it sells, with what it costs at that instant.
    package func change(at instant: Timestamp) -> PriceChange {
        let current = timelines.compactMap { timeline in
            timeline.price(at: instant).map {
                CurrentPrice(
                    currency: timeline.currency, unitPrice: $0.unitPrice, until: $0.validity.stop)
            }
        }
        return PriceChange(offer: definition, current: current)
    }

    /// The first instant after this one at which a price starts or ends.
    package func nextBoundary(after instant: Timestamp) -> Timestamp? {
        timelines.compactMap { $0.nextBoundary(after: instant) }.min()
    }

    /// The offer as a buyer sees it at a price.
    func offer(_ currency: Currency, _ price: TimedPrice, _ rounding: Rounding) -> Offer {
        Offer(
            sku: sku, unitPrice: price.unitPrice, tiers: price.tiers, quantity: quantity,
            options: menu.priced(currency), taxCategory: taxCategory, until: price.validity.stop,
            measure: content.flatMap { $0.measurePrice(price.unitPrice, rounding) })
    }
}

extension OfferDefinition {
    func timelines(_ calendar: ShopCalendar) -> [PriceTimeline] {
        var prices: [Currency: [TimedPrice]] = [:]
        for period in self.prices {
            let validity = Validity(
                from: period.from.map { calendar.start($0) }, until: period.until.map { calendar.end($0) })
            prices[period.currency, default: []].append(
                TimedPrice(unitPrice: period.unitPrice, tiers: period.tiers ?? [], validity: validity))
        }
        return prices.map { PriceTimeline(currency: $0.key, prices: $0.value) }
            .sorted { $0.currency.code < $1.currency.code }
    }
}
