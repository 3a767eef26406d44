public import WireProtocol

/// All that pricing knows of a sku: every currency and every validity.
public struct OfferDefinition: Codable, Sendable, Equatable {
    public static let standardTaxCategory = "standard"

    public var sku: Sku
    public var prices: [PricePeriod]
    /// Absent: min 1, max 9999, step 1.
    public var quantity: QuantityRule?
    public var options: [OptionGroup<DefinedChoice>]?
    /// Absent: `standard`.
    public var taxCategory: String?
    public var content: UnitContent?

    public init(
        sku: Sku, prices: [PricePeriod], quantity: QuantityRule? = nil,
        options: [OptionGroup<DefinedChoice>]? = nil, taxCategory: String? = nil, content: UnitContent? = nil
    ) {
        self.sku = sku
        self.prices = prices
        self.quantity = quantity
        self.options = options
        self.taxCategory = taxCategory
        self.content = content
    }
}

/// One price of one currency, valid in [from, until).
public struct PricePeriod: Codable, Sendable, Equatable {
    public var currency: Currency
    public var unitPrice: Amount
    public var tiers: [PriceTier]?
    /// Absent: since ever.
    public var from: ValidityBound?
    /// Absent: until further notice.
    public var until: ValidityBound?

    public init(
        currency: Currency, unitPrice: Amount, tiers: [PriceTier]? = nil, from: ValidityBound? = nil,
        until: ValidityBound? = nil
    ) {
        self.currency = currency
        self.unitPrice = unitPrice
        self.tiers = tiers
        self.from = from
        self.until = until
    }
}

/// A choice with its surcharge in every currency; one that is not named costs nothing there.
public struct DefinedChoice: Codable, Sendable, Equatable {
    public var id: String
    public var name: String
    public var surcharges: [Surcharge]
    public var per: SurchargeBasis

    public init(id: String, name: String, surcharges: [Surcharge], per: SurchargeBasis) {
        self.id = id
        self.name = name
        self.surcharges = surcharges
        self.per = per
    }
}

/// What a choice adds in one currency.
public struct Surcharge: Codable, Sendable, Equatable {
    public var currency: Currency
    public var amount: Amount

    public init(currency: Currency, amount: Amount) {
        self.currency = currency
        self.amount = amount
    }
}

/// How much is in one unit: `{"quantity":250,"measure":"g"}`.
public struct UnitContent: Codable, Sendable, Equatable {
    public var quantity: WireInteger
    public var measure: String

    public init(quantity: WireInteger, measure: String) {
        self.quantity = quantity
        self.measure = measure
    }
}

/// When a validity starts or ends: an instant, or a day in the shop's time zone, whose end it means as `until`.
///
/// Replies always carry instants.
public enum ValidityBound: Sendable, Equatable {
    case instant(Timestamp)
    /// `2026-06-19`
    case day(year: Int, month: Int, day: Int)
}
