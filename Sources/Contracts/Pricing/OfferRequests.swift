public import WireProtocol

/// Reads how skus sell now, or at another instant, in one currency.
public struct GetOffers: SkuList, Equatable {
    public static let method = "pricing.offers"

    public var currency: Currency
    public var skus: [Sku]
    public var at: Timestamp?

    public init(skus: [Sku], currency: Currency, at: Timestamp? = nil) {
        self.skus = skus
        self.currency = currency
        self.at = at
    }

    public struct Reply: Codable, Sendable, Equatable {
        public var currency: Currency
        public var offers: [Offer]
        /// Unknown, or without a price at that instant.
        public var missing: [Sku]

        public init(currency: Currency, offers: [Offer], missing: [Sku]) {
            self.currency = currency
            self.offers = offers
            self.missing = missing
        }
    }
}

/// Reads offers as they are defined.
public struct GetOfferDefinitions: SkuList, Equatable {
    public static let method = "pricing.get"

    public var skus: [Sku]

    public init(skus: [Sku]) { self.skus = skus }

    public struct Reply: Codable, Sendable, Equatable {
        public var offers: [OfferDefinition]
        public var missing: [Sku]

        public init(offers: [OfferDefinition], missing: [Sku]) {
            self.offers = offers
            self.missing = missing
        }
    }
}

/// Creates or replaces offers: all of them, or none when one is bad.
public struct PutOffers: Request, Equatable {
    public typealias Reply = ChangeCounts
    public static let method = "pricing.put"
    public static let repetition = Repetition.idempotentChange

    public var offers: [OfferDefinition]

    public init(offers: [OfferDefinition]) { self.offers = offers }

    public func validate() throws(Fault) {
        var problems = Problems()
        problems.requireCount(offers.count, in: Bounds.skus, at: "offers")
        var seen: Set<Sku> = []
        for (index, offer) in offers.enumerated() {
            offer.check(&problems, at: "offers[\(index)]")
            if !seen.insert(offer.sku).inserted {
                problems.add("invalid_request", "\(offer.sku) is there twice", at: "offers[\(index)].sku")
            }
        }
        try problems.throwIfAny()
    }
}

/// Removes offers; those that are not there are no error.
public struct RemoveOffers: SkuList, Equatable {
    public typealias Reply = RemovedCount
    public static let method = "pricing.remove"
    public static let repetition = Repetition.idempotentChange

    public var skus: [Sku]

    public init(skus: [Sku]) { self.skus = skus }
}

/// Sets the price of a sku from an instant on; trims and splits the validities that it overlaps.
public struct SetPrice: Request, Equatable {
    public typealias Reply = OfferDefinition
    public static let method = "pricing.setPrice"
    public static let repetition = Repetition.keyed

    public var sku: Sku
    public var currency: Currency
    public var unitPrice: Amount
    public var tiers: [PriceTier]?
    /// Absent: now.
    public var from: ValidityBound?
    /// Absent: until further notice.
    public var until: ValidityBound?
    /// True: a sku without an offer gets one, with this price and nothing else; absent: it is refused.
    public var create: Bool?

    public init(
        sku: Sku, currency: Currency, unitPrice: Amount, tiers: [PriceTier]? = nil,
        from: ValidityBound? = nil, until: ValidityBound? = nil, create: Bool? = nil
    ) {
        self.sku = sku
        self.currency = currency
        self.unitPrice = unitPrice
        self.tiers = tiers
        self.from = from
        self.until = until
        self.create = create
    }

    public func validate() throws(Fault) {
        var problems = Problems()
        problems.requireNotNegative(unitPrice, at: "unitPrice")
        PriceTier.check(tiers ?? [], &problems, at: "tiers")
        try problems.throwIfAny()
    }
}

/// Reads the timeline of a price and the lowest one of the 30 days before the current reduction.
public struct GetPriceHistory: Request, Equatable {
    public static let method = "pricing.history"

    public var sku: Sku
    public var currency: Currency

    public init(sku: Sku, currency: Currency) {
        self.sku = sku
        self.currency = currency
    }

    public struct Reply: Codable, Sendable, Equatable {
        public var currency: Currency
        public var prices: [PastPrice]
        /// Absent when the price was not reduced.
        public var lowestPrior: Amount?

        public init(currency: Currency, prices: [PastPrice], lowestPrior: Amount? = nil) {
            self.currency = currency
            self.prices = prices
            self.lowestPrior = lowestPrior
        }
    }
}

/// One stretch of a price's timeline.
public struct PastPrice: Codable, Sendable, Equatable {
    public var unitPrice: Amount
    public var tiers: [PriceTier]
    public var from: Timestamp?
    public var until: Timestamp?

    public init(unitPrice: Amount, tiers: [PriceTier], from: Timestamp? = nil, until: Timestamp? = nil) {
        self.unitPrice = unitPrice
        self.tiers = tiers
        self.from = from
        self.until = until
    }
}
