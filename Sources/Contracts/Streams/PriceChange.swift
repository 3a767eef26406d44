public import WireProtocol

/// The body of `price.changed`: how a sku sells, and what one unit costs at the instant of the event.
///
/// Published when somebody changes the offer, and at the instants at which its scheduled prices start and end.
public struct PriceChange: Codable, Sendable, Equatable {
    public var offer: OfferDefinition
    /// One for each currency that has a price now.
    public var current: [CurrentPrice]

    public init(offer: OfferDefinition, current: [CurrentPrice]) {
        self.offer = offer
        self.current = current
    }
}

/// What one unit costs now in one currency.
public struct CurrentPrice: Codable, Sendable, Equatable {
    public var currency: Currency
    public var unitPrice: Amount
    /// When this price ends, where that is known.
    public var until: Timestamp?

    public init(currency: Currency, unitPrice: Amount, until: Timestamp? = nil) {
        self.currency = currency
        self.unitPrice = unitPrice
        self.until = until
    }
}
