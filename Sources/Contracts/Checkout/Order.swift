public import WireProtocol

/// What was bought, by whom, and what became of it.
public struct Order: Codable, Sendable, Equatable {
    /// Unguessable.
    public var id: String
    /// Short and readable: `2026-000123`.
    public var number: String
    public var status: OrderStatus
    public var placedAt: Timestamp
    public var currency: Currency
    /// As quoted.
    public var lines: [QuoteLine]
    public var subtotal: Amount
    public var discount: Amount
    public var shipping: Amount
    public var shippingTax: Amount
    public var tax: Amount
    public var taxes: [TaxSum]
    public var total: Amount
    public var customer: Customer
    public var address: Address
    public var payment: Payment
    public var timeline: [TimelineEntry]

    public init(
        id: String, number: String, status: OrderStatus, placedAt: Timestamp, currency: Currency,
        lines: [QuoteLine], subtotal: Amount, discount: Amount, shipping: Amount, shippingTax: Amount,
        tax: Amount, taxes: [TaxSum], total: Amount, customer: Customer, address: Address, payment: Payment,
        timeline: [TimelineEntry]
    ) {
        self.id = id
        self.number = number
        self.status = status
        self.placedAt = placedAt
        self.currency = currency
        self.lines = lines
        self.subtotal = subtotal
        self.discount = discount
        self.shipping = shipping
        self.shippingTax = shippingTax
        self.tax = tax
        self.taxes = taxes
        self.total = total
        self.customer = customer
        self.address = address
        self.payment = payment
        self.timeline = timeline
    }
}

/// Where an order stands: placed → paid → shipped → delivered; placed or paid → cancelled.
public enum OrderStatus: String, WireEnum {
    case placed, paid, shipped, delivered, cancelled
}

/// Who buys.
public struct Customer: Codable, Sendable, Equatable {
    public var name: String
    public var email: String?

    public init(name: String, email: String? = nil) {
        self.name = name
        self.email = email
    }

    /// Who buys when a load test does.
    public static let bench = Customer(name: "Bench")

    /// Whether a text, without blanks around it, may be an email address: one `@` with something on both sides.
    public static func isEmail(_ text: some StringProtocol) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts.contains(where: { String($0).isBlank })
            && !text.contains(where: \.isWhitespace)
    }
}

/// Where an order goes.
public struct Address: Codable, Sendable, Equatable {
    public var street: String
    public var city: String
    public var region: String?
    public var postalCode: String?
    /// ISO 3166-1, two capital letters.
    public var country: String

    public init(
        street: String, city: String, region: String? = nil, postalCode: String? = nil, country: String
    ) {
        self.street = street
        self.city = city
        self.region = region
        self.postalCode = postalCode
        self.country = country
    }
}

/// How far the payment of an order is, in the order's currency.
public struct Payment: Codable, Sendable, Equatable {
    public var method: String
    public var status: PaymentStatus
    public var authorised: Amount
    public var captured: Amount
    public var refunded: Amount

    public init(
        method: String, status: PaymentStatus, authorised: Amount, captured: Amount, refunded: Amount
    ) {
        self.method = method
        self.status = status
        self.authorised = authorised
        self.captured = captured
        self.refunded = refunded
    }
}

/// The state of a payment; `due` is one that was not asked for yet (on delivery, by invoice).
public enum PaymentStatus: String, WireEnum {
    case due, authorised, captured, refunded, voided
}

/// One step of an order's life.
public struct TimelineEntry: Codable, Sendable, Equatable {
    public var event: String
    public var at: Timestamp
    public var note: String?

    public init(event: String, at: Timestamp, note: String? = nil) {
        self.event = event
        self.at = at
        self.note = note
    }
}
