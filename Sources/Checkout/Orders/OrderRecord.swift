import Contracts
package import WireProtocol

/// An order as the books keep it, in parts of different fate: what was sold stays, the buyer is personal and
/// stands nowhere else, the state moves on.
package struct OrderRecord: Sendable, Equatable {
    package var id: OrderID
    package var number: OrderNumber
    package var placedAt: Timestamp
    /// The idempotency key it was placed with.
    package var key: String
    /// The locked quote it came from.
    package var quote: QuoteReference
    package var sale: Sale
    package var buyer: Buyer
    package var state: OrderState

    package init(
        id: OrderID, number: OrderNumber, placedAt: Timestamp, key: String, quote: QuoteReference, sale: Sale,
        buyer: Buyer, state: OrderState
    ) {
        self.id = id
        self.number = number
        self.placedAt = placedAt
        self.key = key
        self.quote = quote
        self.sale = sale
        self.buyer = buyer
        self.state = state
    }
}

/// Names a locked quote, and says when it expires: quotes that are placed together do so together, while their ids,
/// which are random, would be scattered over an index.
package struct QuoteReference: Sendable, Equatable {
    package var id: String
    package var expiresAt: Timestamp

    package init(id: String, expiresAt: Timestamp) {
        self.id = id
        self.expiresAt = expiresAt
    }
}

/// What was sold, as quoted, and what it took from stock.
package struct Sale: Codable, Sendable, Equatable {
    var currency: Currency
    var lines: [QuoteLine]
    var subtotal: Amount
    var discount: Amount
    var shipping: Amount
    var shippingTax: Amount
    var tax: Amount
    var taxes: [TaxSum]
    var total: Amount
    var taken: [StockTaking]

    init(_ quote: Quote, taken: [StockTaking]) {
        currency = quote.currency
        lines = quote.lines
        subtotal = quote.subtotal
        discount = quote.discount
        shipping = quote.shipping
        shippingTax = quote.shippingTax
        tax = quote.tax
        taxes = quote.taxes
        total = quote.total
        self.taken = taken
    }
}

/// Who bought: all the personal data of an order.
package struct Buyer: Codable, Sendable, Equatable {
    var customer: Customer
    var address: Address
}

extension OrderRecord {
    /// The order as it is told, now or in the state of an earlier answer.
    func order(in state: OrderState? = nil) -> Order {
        let state = state ?? self.state
        return Order(
            id: id.text, number: number.text, status: state.status, placedAt: placedAt,
            currency: sale.currency, lines: sale.lines, subtotal: sale.subtotal, discount: sale.discount,
            shipping: sale.shipping, shippingTax: sale.shippingTax, tax: sale.tax, taxes: sale.taxes,
            total: sale.total, customer: buyer.customer, address: buyer.address, payment: state.payment,
            timeline: state.timeline)
    }
}
