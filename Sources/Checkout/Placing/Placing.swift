import Contracts
import WireProtocol

/// The one way from a locked quote to an order. The checks stand in their order; the key was checked before.
struct Placing: Sendable {
    let request: PlaceOrder
    /// Opened before the store's thread is busy with it; told only when its turn comes.
    let opened: Result<LockedQuote, Fault>
    let key: String
    let now: Timestamp

    func run(in books: any CheckoutBooks) throws -> Remembered<Order> {
        let locked = try opened.get()
        try checkUnused(locked, in: books)
        try checkUnexpired(locked)
        try checkTotal(locked.quote)
        let buyer = try BuyerRules.checked(request.customer, request.address)
        try checkDestination(locked.quote.destination, buyer.address)
        let takings = try Demand(locked.quote.lines).check(in: books)
        let payment = try request.payment.agreed()
        for (taking, left) in takings { try books.change(stockOf: taking.sku, to: left, at: now) }
        let order = try record(locked, takings.map(\.taking), buyer, payment, in: books)
        try books.insert(order)
        try books.tell(.orderPlaced, of: order, at: now)
        return try OrderMemory.remembering(order)
    }

    private func checkUnused(_ locked: LockedQuote, in books: any CheckoutBooks) throws {
        if let order = try books.order(ofQuote: locked.reference) { throw Fault.quoteUsed(by: order) }
    }

    private func checkUnexpired(_ locked: LockedQuote) throws(Fault) {
        guard now < locked.expiresAt else { throw .quoteExpired(locked.expiresAt) }
    }

    private func checkTotal(_ quote: Quote) throws(Fault) {
        guard request.expectedTotal == quote.total else {
            throw .totalChanged(expected: request.expectedTotal, quote: quote)
        }
    }

    private func checkDestination(_ quoted: Destination, _ address: Address) throws(Fault) {
        let differences = address.differences(from: quoted)
        guard differences.isEmpty else { throw .destinationChanged(differences) }
    }

    private func record(
        _ locked: LockedQuote, _ takings: [StockTaking], _ buyer: Buyer, _ payment: Payment,
        in books: any CheckoutBooks
    ) throws -> OrderRecord {
        let next = try books.nextOrder(inYear: now.year)
        return OrderRecord(
            id: OrderID(newInRow: next.row), number: next.number,
            placedAt: now, key: key, quote: locked.reference, sale: Sale(locked.quote, taken: takings),
            buyer: buyer, state: OrderState(placedAt: now, payment: payment))
    }
}
