import Contracts
import WireProtocol

/// The faults that only checkout answers with. Every code stands once.
extension Fault {
    /// - Parameter asked: `order o_77`, `order with the key k-1`.
    static func unknownOrder(_ asked: String) -> Fault {
        Fault(.notFound, code: "unknown_order", message: "there is no \(asked)")
    }

    static let invalidQuote = Fault.invalid([
        Detail(
            field: "token", code: "invalid_quote",
            message: "not the token of a locked quote of this shop: quote again with lock")
    ])

    static func quoteUsed(by order: OrderRecord) -> Fault {
        refused(
            "quote_used", at: "token", "this quote is order \(order.number.text) already",
            ["order": .text(order.id.text), "number": .text(order.number.text)])
    }

    static func quoteExpired(_ instant: Timestamp) -> Fault {
        refused(
            "quote_expired", at: "token",
            "the price was held until \(instant.rfc3339): ask for a fresh quote",
            ["expiresAt": .text(instant.rfc3339)])
    }

    static func totalChanged(expected: Amount, quote: Quote) -> Fault {
        refused(
            "total_changed", at: "expectedTotal",
            "the quote's total is \(quote.total.decimal(quote.currency)) \(quote.currency), "
                + "not \(expected.decimal(quote.currency))",
            ["expected": .number(expected.minorUnits), "total": .number(quote.total.minorUnits)])
    }

    static func destinationChanged(_ details: [Detail]) -> Fault {
        Fault(
            .failedPrecondition, code: "destination_changed",
            message: "the address is not where the quote goes: ask for a quote with this destination",
            details: details)
    }

    static func outOfStock(_ details: [Detail]) -> Fault {
        Fault(
            .failedPrecondition, code: "out_of_stock",
            message: details.map(\.message).first ?? "out of stock", details: details)
    }

    static func stockFull(of sku: Sku, onHand: Int64, returning quantity: Int64) -> Fault {
        refused(
            "stock_full", at: "id",
            "\(onHand) of \(sku) are there, and \(quantity) more would pass 2⁵³−1: set the stock right first",
            [
                "sku": .text(sku.text), "onHand": .number(onHand), "quantity": .number(quantity),
                "max": .number(StockCount.maximum),
            ])
    }

    static func wrongState(_ state: OrderStatus, wanted: OrderStatus) -> Fault {
        let message =
            state == wanted
            ? "the order is \(state.rawValue) already"
            : "an order that is \(state.rawValue) cannot be \(wanted.rawValue)"
        return refused(
            "wrong_state", at: "id", message,
            ["state": .text(state.rawValue), "wanted": .text(wanted.rawValue)])
    }

    private static func refused(
        _ code: String, at field: String, _ message: String, _ facts: [String: Fact]
    ) -> Fault {
        let detail = Detail(field: field, code: code, message: message, facts: facts)
        return Fault(.failedPrecondition, code: code, message: message, details: [detail])
    }
}
