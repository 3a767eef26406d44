public import WireProtocol

/// The body of the `orders` stream's events: an order without whatever tells who bought it.
///
/// No customer, no address, no payment token; no notes either, since people write names into them.
public struct OrderEvent: Codable, Sendable, Equatable {
    public var id: String
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
    public var payment: Payment

    public init(_ order: Order) {
        id = order.id
        number = order.number
        status = order.status
        placedAt = order.placedAt
        currency = order.currency
        lines = order.lines.map(\.withoutNote)
        subtotal = order.subtotal
        discount = order.discount
        shipping = order.shipping
        shippingTax = order.shippingTax
        tax = order.tax
        taxes = order.taxes
        total = order.total
        payment = order.payment
    }
}

extension QuoteLine {
    fileprivate var withoutNote: QuoteLine {
        var line = self
        line.note = nil
        return line
    }
}
