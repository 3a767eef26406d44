import Contracts
import Testing
import WireProtocol

/// Every request of the shop; a test below holds this list against the sources.
let shopRequests: [any Request.Type] = [
    SearchProducts.self, GetProducts.self, PutProducts.self, RemoveProducts.self,
    GetOffers.self, QuoteBasket.self, GetOfferDefinitions.self, PutOffers.self, RemoveOffers.self,
    SetPrice.self, GetPriceHistory.self, PutPromotions.self, ListPromotions.self, RemovePromotions.self,
    PutPolicy.self, GetPolicy.self,
    PlaceOrder.self, FindOrder.self, ListOrders.self, CancelOrder.self, PayOrder.self, ShipOrder.self,
    DeliverOrder.self, RefundOrder.self, GetStock.self, ListLowStock.self, Restock.self, HoldStock.self,
    ReleaseHold.self,
    CatalogSync.self, PricingSync.self, CheckoutSync.self,
]

/// The bodies of events, by the name of their file.
private let eventBodies: [String: any (Codable & Sendable).Type] = [
    "product.changed": Product.self, "price.changed": PriceChange.self, "offer.removed": RemovedSku.self,
    "stock.changed": StockLevel.self, "order.placed": OrderEvent.self,
]

private let methods = shopRequests.map { $0.method }

@Suite struct GoldenTests {
    private let coding = WireCoding(.json)

    /// The same JSON after a way through the type, and through CBOR.
    private func again<Value: Codable>(_ type: Value.Type, _ bytes: [UInt8]) throws -> String {
        let cbor = try WireCoding(.cbor).encode(try coding.decode(type, from: bytes))
        return String(
            decoding: try coding.encode(try WireCoding(.cbor).decode(type, from: cbor)), as: UTF8.self)
    }

    private func keepsRequest<R: Request>(_ request: R.Type) throws {
        let bytes = try GoldenFile.wireBytes("\(R.method).request")
        #expect(try again(request, bytes) == String(decoding: bytes, as: UTF8.self))
        try coding.decode(request, from: bytes).validate()
    }

    private func keepsReply<R: Request>(_ request: R.Type) throws {
        let bytes = try GoldenFile.wireBytes("\(R.method).reply")
        #expect(try again(R.Reply.self, bytes) == String(decoding: bytes, as: UTF8.self))
    }

    @Test(arguments: methods)
    func `a method's request and reply keep their shape`(method: String) throws {
        let request = try #require(shopRequests.first { $0.method == method })
        try keepsRequest(request)
        try keepsReply(request)
    }

    @Test func `a fault keeps its shape`() throws {
        let bytes = try GoldenFile.wireBytes("fault")
        #expect(try again(FaultBody.self, bytes) == String(decoding: bytes, as: UTF8.self))
    }

    @Test(arguments: eventBodies.keys.sorted())
    func `the body of an event keeps its shape`(name: String) throws {
        let bytes = try GoldenFile.wireBytes(name)
        let type = try #require(eventBodies[name])
        #expect(try again(type, bytes) == String(decoding: bytes, as: UTF8.self))
    }

    @Test func `an order's event tells nothing of who bought`() throws {
        let order = try coding.decode(Order.self, from: GoldenFile.wireBytes("checkout.order.reply"))
        #expect(order.lines.contains { $0.note != nil })
        let body = try coding.encode(OrderEvent(order))
        #expect(body == (try GoldenFile.wireBytes("order.placed")))
    }

    @Test func `what a quote token holds keeps its shape`() throws {
        let bytes = try GoldenFile.wireBytes("sealed-quote")
        #expect(try again(SealedQuote.self, bytes) == String(decoding: bytes, as: UTF8.self))
    }

    @Test func `every declared method is listed and has its files, and no file is left over`() throws {
        #expect(try Set(methods) == GoldenFile.declaredMethods())
        let files =
            methods.flatMap { ["\($0).request", "\($0).reply"] } + ["fault", "sealed-quote"]
            + eventBodies.keys
        #expect(try Set(files) == GoldenFile.names())
    }

    @Test(arguments: methods)
    func `the schema of a method can be told`(method: String) throws {
        let request = try #require(shopRequests.first { $0.method == method })
        func shapes<R: Request>(_ type: R.Type) throws -> [Schema] {
            [try Schema.of(type), try Schema.of(R.Reply.self)]
        }
        let known = try shapes(request)
        #expect(!known.contains(.anything))
    }
}
