package import Contracts

/// The price of one currency in one stretch of time.
package struct TimedPrice: Sendable, Equatable {
    package var unitPrice: Amount
    /// Rising in quantity from above 1; the top one is open.
    package var tiers: [PriceTier]
    package var validity: Validity

    package init(unitPrice: Amount, tiers: [PriceTier] = [], validity: Validity = .always) {
        self.unitPrice = unitPrice
        self.tiers = tiers
        self.validity = validity
    }

    /// The tier that a quantity reaches; nil is the first, `unitPrice` itself.
    func tier(for quantity: Int64) -> PriceTier? {
        tiers.last { $0.minQuantity.value <= quantity }
    }
}

extension TimedPrice {
    /// The price as a definition carries it, with instants.
    func period(_ currency: Currency) -> PricePeriod {
        PricePeriod(
            currency: currency, unitPrice: unitPrice, tiers: tiers.isEmpty ? nil : tiers,
            from: validity.start.map { .instant($0) }, until: validity.stop.map { .instant($0) })
    }

    var past: PastPrice {
        PastPrice(unitPrice: unitPrice, tiers: tiers, from: validity.start, until: validity.stop)
    }
}
