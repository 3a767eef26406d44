import Contracts
import Messaging
import Testing
import WireProtocol

/// Who quotes and places orders by plain calls.
struct Buyer: Sendable {
    let pricing: Caller
    let checkout: Caller

    static let customer = Customer(name: "Zdenka Quellwasser", email: "zdenka@quellwasser.example")
    static let address = Address(
        street: "17 Heliotrope Crescent", city: "Springfield", postalCode: "62701", country: "US")

    /// The same buyer on the gateway's command line.
    static let flags = [
        "--name", customer.name, "--street", address.street, "--city", address.city,
        "--postal-code", "62701", "--country", address.country,
    ]

    init(_ shop: ShopProcesses) throws {
        pricing = try shop.caller(.pricing)
        checkout = try shop.caller(.checkout)
    }

    /// A locked quote, as the request that buys it.
    func request(_ sku: String, _ quantity: Int64) async throws -> PlaceOrder {
        let basket = QuoteBasket(
            currency: .usDollar, lines: [BasketLine(sku: try Self.sku(sku), quantity: Quantity(quantity))],
            destination: Destination(country: "US", postalCode: "62701"), lock: true)
        let quote = try await pricing.call(basket, timeoutMilliseconds: 20_000)
        return PlaceOrder(
            token: try #require(quote.token), expectedTotal: quote.total, customer: Self.customer,
            address: Self.address, payment: PaymentChoice(method: "offline"))
    }

    func place(_ request: PlaceOrder, key: String) async throws -> Order {
        try await checkout.call(request, key: key, timeoutMilliseconds: 30_000)
    }

    func available(_ sku: String) async throws -> Int64 {
        let stock = try await checkout.call(GetStock(skus: [try Self.sku(sku)]), timeoutMilliseconds: 20_000)
        return try #require(stock.levels.first).available.value
    }

    func setStock(_ sku: String, _ count: Int64) async throws {
        let change = StockChange(sku: try Self.sku(sku), set: Quantity(count))
        _ = try await checkout.call(
            Restock(changes: [change]), key: "set-\(sku)-\(count)", timeoutMilliseconds: 20_000)
    }

    /// All orders, newest first, page by page.
    func orders() async throws -> [Order] {
        var orders: [Order] = []
        var cursor: String?
        repeat {
            let page = try await checkout.call(
                ListOrders(limit: 100, cursor: cursor), timeoutMilliseconds: 20_000)
            orders += page.orders
            cursor = page.next
        } while cursor != nil
        return orders
    }

    static func sku(_ text: String) throws -> Sku { try #require(Sku(text)) }
}
