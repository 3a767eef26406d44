public import WireProtocol

/// The shop's rules for money: its home, currencies, rounding, taxes and shipping charges.
public struct Policy: Codable, Sendable, Equatable {
    /// An IANA name: `Europe/Berlin`.
    public var timeZone: String
    /// ISO 3166-1; where a quote without a destination goes.
    public var homeCountry: String
    public var currencies: [Currency]
    public var rounding: Rounding
    public var taxMode: TaxMode
    /// Whether prices contain the tax.
    public var taxIncluded: Bool
    public var taxes: [TaxRate]
    public var shipping: [ShippingCharge]

    public init(
        timeZone: String, homeCountry: String, currencies: [Currency], rounding: Rounding, taxMode: TaxMode,
        taxIncluded: Bool, taxes: [TaxRate], shipping: [ShippingCharge]
    ) {
        self.timeZone = timeZone
        self.homeCountry = homeCountry
        self.currencies = currencies
        self.rounding = rounding
        self.taxMode = taxMode
        self.taxIncluded = taxIncluded
        self.taxes = taxes
        self.shipping = shipping
    }
}

/// How a fraction of a minor unit is rounded.
public enum Rounding: String, WireEnum {
    case halfUp = "half_up"
    case halfEven = "half_even"
}

/// What a tax is rounded on.
public enum TaxMode: String, WireEnum {
    case line, order, unit
}

/// A tax of one category in one country or region.
public struct TaxRate: Codable, Sendable, Equatable {
    public var country: String
    public var region: String?
    public var category: String
    /// Parts per million: 20 % is 200,000.
    public var ratePpm: WireInteger
    public var name: String

    public init(country: String, region: String? = nil, category: String, ratePpm: WireInteger, name: String)
    {
        self.country = country
        self.region = region
        self.category = category
        self.ratePpm = ratePpm
        self.name = name
    }
}

/// A flat charge for a country, free from a threshold of the discounted subtotal.
public struct ShippingCharge: Codable, Sendable, Equatable {
    public var country: String
    public var currency: Currency
    public var amount: Amount
    public var freeFrom: Amount?
    public var taxCategory: String

    public init(
        country: String, currency: Currency, amount: Amount, freeFrom: Amount? = nil, taxCategory: String
    ) {
        self.country = country
        self.currency = currency
        self.amount = amount
        self.freeFrom = freeFrom
        self.taxCategory = taxCategory
    }
}

/// Replaces the policy.
public struct PutPolicy: Request, Equatable {
    public typealias Reply = Policy
    public static let method = "pricing.putPolicy"
    public static let repetition = Repetition.keyed

    public var policy: Policy

    public init(policy: Policy) { self.policy = policy }

    /// The body is the policy itself.
    public init(from decoder: any Decoder) throws { policy = try Policy(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try policy.encode(to: encoder) }
}

/// Reads the policy.
public struct GetPolicy: Request, Equatable {
    public typealias Reply = Policy
    public static let method = "pricing.policy"

    public init() {}
}
