public import WireProtocol

/// A priced basket; locked when it carries a token and an expiry.
///
/// `subtotal` is the sum of unit prices and surcharges; `total` is subtotal − discount + shipping, plus `tax`
/// where prices are net.
public struct Quote: Codable, Sendable, Equatable {
    public var currency: Currency
    public var at: Timestamp
    public var lines: [QuoteLine]
    public var subtotal: Amount
    public var discount: Amount
    /// What of a discount found nothing left to reduce.
    public var unusedDiscount: Amount?
    public var shipping: Amount
    public var shippingTax: Amount
    /// All line taxes and the shipping tax.
    public var tax: Amount
    public var taxes: [TaxSum]
    public var total: Amount
    public var taxIncluded: Bool
    public var taxMode: TaxMode
    public var rounding: Rounding
    public var destination: Destination
    public var coupons: [String]
    public var rejectedCoupons: [RejectedCoupon]
    public var why: [Why]?
    public var id: String?
    public var token: String?
    public var expiresAt: Timestamp?

    public init(
        currency: Currency, at: Timestamp, lines: [QuoteLine], subtotal: Amount, discount: Amount,
        unusedDiscount: Amount? = nil, shipping: Amount, shippingTax: Amount, tax: Amount, taxes: [TaxSum],
        total: Amount, taxIncluded: Bool, taxMode: TaxMode, rounding: Rounding, destination: Destination,
        coupons: [String], rejectedCoupons: [RejectedCoupon], why: [Why]? = nil, id: String? = nil,
        token: String? = nil, expiresAt: Timestamp? = nil
    ) {
        self.currency = currency
        self.at = at
        self.lines = lines
        self.subtotal = subtotal
        self.discount = discount
        self.unusedDiscount = unusedDiscount
        self.shipping = shipping
        self.shippingTax = shippingTax
        self.tax = tax
        self.taxes = taxes
        self.total = total
        self.taxIncluded = taxIncluded
        self.taxMode = taxMode
        self.rounding = rounding
        self.destination = destination
        self.coupons = coupons
        self.rejectedCoupons = rejectedCoupons
        self.why = why
        self.id = id
        self.token = token
        self.expiresAt = expiresAt
    }
}

/// A line with its price: `total` is unitPrice × quantity + surcharge − discount.
public struct QuoteLine: Codable, Sendable, Equatable {
    public var sku: Sku
    public var quantity: Quantity
    public var options: [String: [String]]?
    public var note: String?
    public var unitPrice: Amount
    public var surcharge: Amount
    public var discount: Amount
    public var tax: Amount
    public var total: Amount
    public var why: [Why]?

    public init(
        sku: Sku, quantity: Quantity, options: [String: [String]]? = nil, note: String? = nil,
        unitPrice: Amount, surcharge: Amount, discount: Amount, tax: Amount, total: Amount, why: [Why]? = nil
    ) {
        self.sku = sku
        self.quantity = quantity
        self.options = options
        self.note = note
        self.unitPrice = unitPrice
        self.surcharge = surcharge
        self.discount = discount
        self.tax = tax
        self.total = total
        self.why = why
    }
}

/// One step of a price: what was done to an amount.
public struct Why: Codable, Sendable, Equatable {
    public var what: String
    public var before: Amount
    public var after: Amount

    public init(what: String, before: Amount, after: Amount) {
        self.what = what
        self.before = before
        self.after = after
    }
}

/// Net and tax at one rate, as an invoice needs it.
public struct TaxSum: Codable, Sendable, Equatable {
    public var name: String
    /// Parts per million: 20 % is 200,000.
    public var ratePpm: WireInteger
    public var net: Amount
    public var tax: Amount

    public init(name: String, ratePpm: WireInteger, net: Amount, tax: Amount) {
        self.name = name
        self.ratePpm = ratePpm
        self.net = net
        self.tax = tax
    }
}

/// A coupon that did not apply, and why.
public struct RejectedCoupon: Codable, Sendable, Equatable {
    public var code: String
    public var reason: String

    public init(code: String, reason: String) {
        self.code = code
        self.reason = reason
    }
}
