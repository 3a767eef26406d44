public import WireProtocol

/// How pricing sells a sku at one instant in one currency.
public struct Offer: Codable, Sendable, Equatable {
    public var sku: Sku
    /// The first tier's price of one unit.
    public var unitPrice: Amount
    /// Cheaper prices from a quantity on; the top one is open.
    public var tiers: [PriceTier]
    public var quantity: QuantityRule
    public var options: [OptionGroup<PricedChoice>]
    public var taxCategory: String
    /// When this price ends, where that is known.
    public var until: Timestamp?
    public var measure: MeasurePrice?

    public init(
        sku: Sku, unitPrice: Amount, tiers: [PriceTier] = [], quantity: QuantityRule = QuantityRule(),
        options: [OptionGroup<PricedChoice>] = [], taxCategory: String = OfferDefinition.standardTaxCategory,
        until: Timestamp? = nil, measure: MeasurePrice? = nil
    ) {
        self.sku = sku
        self.unitPrice = unitPrice
        self.tiers = tiers
        self.quantity = quantity
        self.options = options
        self.taxCategory = taxCategory
        self.until = until
        self.measure = measure
    }
}

/// The price of one unit from a quantity on, counted over all lines of the basket with the sku.
public struct PriceTier: Codable, Sendable, Equatable {
    public var minQuantity: Quantity
    public var unitPrice: Amount

    public init(minQuantity: Quantity, unitPrice: Amount) {
        self.minQuantity = minQuantity
        self.unitPrice = unitPrice
    }
}

/// Which quantities one line may have: from `min` to `max`, in steps counted from `min`.
public struct QuantityRule: Codable, Sendable, Equatable {
    public var min: Quantity
    public var max: Quantity
    public var step: Quantity

    public init(min: Quantity = 1, max: Quantity = 9999, step: Quantity = 1) {
        self.min = min
        self.max = max
        self.step = step
    }
}

/// Something the buyer chooses about a line.
public struct OptionGroup<Choice: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
    public var id: String
    public var name: String
    /// At least one choice must be made.
    public var required: Bool
    /// More than one choice may be made.
    public var multiple: Bool
    public var choices: [Choice]

    public init(id: String, name: String, required: Bool, multiple: Bool, choices: [Choice]) {
        self.id = id
        self.name = name
        self.required = required
        self.multiple = multiple
        self.choices = choices
    }
}

/// A choice with its surcharge in the offer's currency.
public struct PricedChoice: Codable, Sendable, Equatable {
    public var id: String
    public var name: String
    public var surcharge: Amount
    public var per: SurchargeBasis

    public init(id: String, name: String, surcharge: Amount, per: SurchargeBasis) {
        self.id = id
        self.name = name
        self.surcharge = surcharge
        self.per = per
    }
}

/// What a surcharge is counted by.
public enum SurchargeBasis: String, WireEnum {
    case unit, line
}

/// What a thing costs by measure, for comparing: `{"unitPrice":480,"per":"kg"}`.
public struct MeasurePrice: Codable, Sendable, Equatable {
    public var unitPrice: Amount
    public var per: String

    public init(unitPrice: Amount, per: String) {
        self.unitPrice = unitPrice
        self.per = per
    }
}
