import Contracts
import Messaging
import ShopTesting
import Testing
import WireProtocol

@testable import Catalog

/// A shelf that hears of prices and stock, from one publisher each.
@Suite struct SellingTests {
    private static func endpoint() throws -> Endpoint { try Endpoint("tcp://127.0.0.1:7020") }

    private static func update(_ stream: ShopStream, _ change: StreamUpdate.Change) throws -> StreamUpdate {
        StreamUpdate(stream: stream.rawValue, publisher: try endpoint(), change: change)
    }

    private static func event(_ stream: ShopStream, _ type: ShopEvent, _ key: String, _ body: some Encodable)
        throws -> EventMessage
    {
        EventMessage(
            stream: stream.rawValue, type: type.rawValue, key: key, sequence: 1, epoch: "e",
            time: ManualTime.start, source: "one", body: try WireCoding().encode(body))
    }

    private static func price(_ text: String, _ minorUnits: Int64?) throws -> EventMessage {
        let current = minorUnits.map { [CurrentPrice(currency: .usDollar, unitPrice: Amount($0))] }
        let offer = OfferDefinition(sku: try sku(text), prices: [])
        return try event(.prices, .priceChanged, text, PriceChange(offer: offer, current: current ?? []))
    }

    private static func stock(_ text: String, _ count: Int64?) throws -> EventMessage {
        let number = WireInteger(count ?? 0)
        let level = StockLevel(
            sku: try sku(text), tracked: count != nil, onHand: number, reserved: 0, available: number)
        return try event(.stock, .stockChanged, text, level)
    }

    /// Apples 80 and 5, bananas 35 and none, cupcakes 200 and made to order, dates of which nothing is known.
    private func shelf() async throws -> Shelf {
        let shelf = try await Shelf(
            try ["apple", "banana", "cupcake", "date"].map {
                try product($0, $0.prefix(1).uppercased() + $0.dropFirst())
            })
        try await hear(
            shelf, .prices,
            [.reset(epoch: "e"), .snapshot([Self.price("apple", 80), Self.price("banana", 35)])])
        try await hear(shelf, .prices, [.snapshot([Self.price("cupcake", 200)]), .current(nil)])
        try await hear(
            shelf, .stock,
            [
                .reset(epoch: "e"), .event(Self.stock("apple", 5)), .event(Self.stock("banana", 0)),
                .event(Self.stock("cupcake", nil)), .current(nil),
            ])
        return shelf
    }

    private func hear(_ shelf: Shelf, _ stream: ShopStream, _ changes: [StreamUpdate.Change]) async throws {
        for change in changes { await shelf.views.take(try Self.update(stream, change)) }
    }

    static let searches: [(SearchProducts, [String])] = [
        (SearchProducts(currency: .usDollar, sort: .price), ["banana", "apple", "cupcake", "date"]),
        (
            SearchProducts(currency: .usDollar, sort: .priceDescending),
            ["cupcake", "apple", "banana", "date"]
        ),
        (SearchProducts(inStock: true, sort: .name), ["apple", "cupcake"]),
        (SearchProducts(inStock: false, sort: .name), ["banana", "date"]),
        (SearchProducts(minPrice: 80, currency: .usDollar), ["apple", "cupcake"]),
        (SearchProducts(maxPrice: 80, currency: .usDollar), ["apple", "banana"]),
        (SearchProducts(minPrice: 80, maxPrice: 80, currency: .usDollar), ["apple"]),
    ]

    @Test(arguments: searches) func `a search filters and sorts by what was heard`(
        request: SearchProducts, skus: [String]
    ) async throws {
        let shelf = try await shelf()
        #expect(try await shelf.search(request).items.map(\.product.sku.text) == skus)
        var paged = request
        paged.limit = 1
        #expect(try await shelf.pages(of: paged) == skus)
    }

    @Test func `prices that change while somebody turns pages move nothing else`() async throws {
        let shelf = try await shelf()
        let request = SearchProducts(currency: .usDollar, sort: .price, limit: 1)
        let pages = try await shelf.pages(of: request) { number in
            // What was shown becomes dear, and comes once more; nothing is skipped.
            if number == 0 { try await hear(shelf, .prices, [.event(Self.price("banana", 900))]) }
        }
        #expect(pages == ["banana", "apple", "cupcake", "banana", "date"])
    }

    @Test func `a hit carries price, stock and their age`() async throws {
        let shelf = try await shelf()
        let hits = try await shelf.search(SearchProducts(currency: .usDollar, sort: .name)).items
        #expect(hits.map { $0.price?.minorUnits } == [80, 35, 200, nil])
        #expect(hits.map { $0.available?.value } == [5, 0, nil, 0])
        #expect(hits.map(\.tracked) == [nil, nil, false, nil])
        #expect(hits.map(\.asOf) == Array(repeating: shelf.context.now, count: 4))
        #expect(hits.map(\.ageMilliseconds) == [0, 0, 0, 0])
        #expect(shelf.views.notes == [])
    }

    @Test(arguments: [0, -3_600_000, 3_600_000, 40 * 86_400_000])
    func `what is stale is told with its age, wherever the clock is set to`(jump: Int64) async throws {
        let shelf = try await shelf()
        try await hear(shelf, .prices, [.stale(.disconnected)])
        shelf.time.set(forwardBy: jump)
        shelf.time.advance(milliseconds: 12_000)
        let now = shelf.time.now()
        let request = SearchProducts(text: "apple", currency: .usDollar)
        let hit = try await shelf.catalog.search(request, CallContext(method: "test", now: now)).items.first
        #expect(hit?.price == 80)
        #expect(hit?.ageMilliseconds == 12_000)
        #expect(hit?.asOf == now.adding(milliseconds: -12_000))
        #expect(shelf.views.notes == ["prices 12 s old"])
    }

    @Test func `before anything was heard, filters are refused for now and all else is answered`()
        async throws
    {
        let shelf = try await Shelf(names: ["Apple"])
        for request in [
            SearchProducts(inStock: true), SearchProducts(minPrice: 1, currency: .usDollar),
        ] {
            let fault = await #expect(throws: Fault.self) { _ = try await shelf.search(request) }
            #expect(fault?.status == .unavailable && fault?.retryable == true)
        }
        let hits = try await shelf.search(SearchProducts(currency: .usDollar, sort: .price)).items
        #expect(hits.map(\.product.name) == ["Apple"])
        #expect(hits.first?.price == nil && hits.first?.available == nil && hits.first?.asOf == nil)
        #expect(shelf.views.notes == ["prices not heard yet", "stock not heard yet"])
    }

    @Test func `what a new state does not name is gone`() async throws {
        let shelf = try await shelf()
        try await hear(
            shelf, .prices, [.reset(epoch: "f"), .snapshot([Self.price("apple", 90)]), .current(nil)])
        let hits = try await shelf.search(SearchProducts(currency: .usDollar, sort: .price)).items
        #expect(hits.map { $0.price?.minorUnits } == [90, nil, nil, nil])
    }

    @Test func `a price that is heard before its product is known when the product comes`() async throws {
        let shelf = try await shelf()
        try await hear(shelf, .prices, [.event(Self.price("elder", 7))])
        try await shelf.put([try product("elder", "Elder")])
        let hit = try await shelf.search(SearchProducts(text: "elder", currency: .usDollar)).items.first
        #expect(hit?.price == 7)
    }

    @Test func `a cursor belongs to its currency and its filters`() async throws {
        let shelf = try await shelf()
        let page = try await shelf.search(SearchProducts(currency: .usDollar, sort: .price, limit: 1))
        let fault = await #expect(throws: Fault.self) {
            _ = try await shelf.search(
                SearchProducts(
                    inStock: true, currency: .usDollar, sort: .price, limit: 1, cursor: page.next))
        }
        #expect(fault?.code == "invalid_cursor")
    }
}
