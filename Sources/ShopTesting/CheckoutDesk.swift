package import Checkout
package import Contracts
package import Messaging
package import SQLite
package import Sealing
package import SQLiteStores
package import WireProtocol

/// Checkout over a store of its own, with quotes locked as pricing locks them.
package struct CheckoutDesk: Sendable {
    package let checkout: Checkout
    package let sealingKey: SealingKey
    package let store: SQLiteCheckoutStore

    /// When quotes are locked and orders placed unless a test says otherwise.
    package static let noon = ManualTime.start

    package init(
        path: String = ":memory:", vfs: String? = nil, sealingKey: SealingKey = .random(),
        observer: (any WriteObserver)? = nil
    ) throws {
        self.sealingKey = sealingKey
        store = try SQLiteCheckoutStore(path: path, vfs: vfs, observer: observer)
        checkout = Checkout(store: store, sealingKey: sealingKey)
    }

    /// The token of `quote`, as pricing seals it.
    package func lock(_ quote: Quote) throws -> String {
        try sealingKey.seal(
            WireCoding(.cbor).encode(SealedQuote(quote: quote)), context: SealedQuote.sealContext)
    }

    package func place(
        _ request: PlaceOrder, key: String = randomIdentifier(), now: Timestamp = noon
    ) async throws -> Order {
        try await checkout.place(request, context(PlaceOrder.self, key, now))
    }

    package func cancel(
        _ order: Order, note: String? = nil, key: String = randomIdentifier(), now: Timestamp = noon
    ) async throws -> Order {
        try await checkout.cancel(CancelOrder(id: order.id, note: note), context(CancelOrder.self, key, now))
    }

    package func order(_ request: FindOrder) async throws -> Order {
        try await checkout.order(request, context(FindOrder.self))
    }

    package func orders(_ request: ListOrders) async throws -> ListOrders.Reply {
        try await checkout.orders(request, context(ListOrders.self))
    }

    package func lowStock(_ request: ListLowStock) async throws -> ListLowStock.Reply {
        try await checkout.lowStock(request, context(ListLowStock.self))
    }

    @discardableResult
    package func restock(
        _ changes: StockChange..., key: String = randomIdentifier()
    ) async throws -> [StockLevel] {
        try await checkout.restock(Restock(changes: changes), context(Restock.self, key)).levels
    }

    package func setStock(_ sku: String, _ count: Int64) async throws {
        try await restock(StockChange(sku: Self.sku(sku), set: Quantity(count)))
    }

    package func available(_ sku: String) async throws -> Int64? {
        try await checkout.stock(GetStock(skus: [Self.sku(sku)]), context(GetStock.self)).levels.first?
            .available.value
    }

    package func context<R: Request>(
        _ request: R.Type, _ key: String? = nil, _ now: Timestamp = noon
    ) -> CallContext {
        CallContext(method: R.method, key: key, now: now)
    }
}

/// Locked quotes and the orders of them, right in everything that a test does not change.
extension CheckoutDesk {
    /// A malformed text ends the test's process.
    package static func sku(_ text: String) -> Sku {
        guard let sku = Sku(text) else { preconditionFailure("\(text) is no sku") }
        return sku
    }

    /// Each line of `units` costs 1.00 a unit.
    package static func quote(_ units: (sku: String, quantity: Int64)..., lockedAt instant: Timestamp = noon)
        -> Quote
    {
        quote(units, lockedAt: instant)
    }

    package static func quote(_ units: [(sku: String, quantity: Int64)], lockedAt instant: Timestamp = noon)
        -> Quote
    {
        let lines = units.map { unit in
            QuoteLine(
                sku: sku(unit.sku), quantity: Quantity(unit.quantity), unitPrice: 100, surcharge: 0,
                discount: 0, tax: 0,
                total: Amount(100 * unit.quantity))
        }
        let total = Amount(lines.reduce(0) { $0 + $1.total.minorUnits })
        return Quote(
            currency: .usDollar, at: instant, lines: lines, subtotal: total, discount: 0, shipping: 0,
            shippingTax: 0, tax: 0, taxes: [], total: total, taxIncluded: false, taxMode: .line,
            rounding: .halfUp, destination: Destination(country: "US"), coupons: [], rejectedCoupons: [],
            id: randomIdentifier(), expiresAt: instant.adding(milliseconds: SealedQuote.lockMilliseconds))
    }

    package func request(_ quote: Quote) throws -> PlaceOrder {
        PlaceOrder(
            token: try lock(quote), expectedTotal: quote.total, customer: Customer(name: "Ada Miller"),
            address: Address(
                street: "1 Main Street", city: "Springfield", postalCode: "01234", country: "US"),
            payment: PaymentChoice(method: "offline"))
    }

    package func request(_ units: (sku: String, quantity: Int64)...) throws -> PlaceOrder {
        try request(CheckoutDesk.quote(units))
    }
}
