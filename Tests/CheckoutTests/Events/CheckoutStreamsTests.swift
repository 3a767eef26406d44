import Checkout
import Contracts
import Messaging
import SQLiteStores
import Sealing
import ShopTesting
import Testing
import WireProtocol

@Suite struct CheckoutStreamsTests {
    /// Checkout with its streams; nothing is bound, so nothing is ever heard: what is seen comes from the log.
    private struct Desk {
        let desk: CheckoutDesk
        let store: SQLiteCheckoutStore
        let publisher: Publisher
        let handlers: Handlers

        init(isFollowed: Bool) async throws {
            desk = try CheckoutDesk()
            store = desk.store
            publisher = Publisher(
                reactor: try Reactor(), settings: PublisherSettings(endpoint: try Endpoint("inproc://c")),
                source: "one")
            _ = try await CheckoutStreams(of: store, on: publisher)
            // As if the process had died between commit and publishing, each time.
            if !isFollowed { await store.follow { _ in } }
            var handlers = Handlers()
            publisher.register(sync: CheckoutSync.method, in: &handlers)
            self.handlers = handlers
        }

        func page(_ request: CheckoutSync) async throws -> StreamPage {
            let context = CallContext(method: CheckoutSync.method, now: CheckoutDesk.noon)
            let body = try await handlers.handler(for: CheckoutSync.method)
                .answer(try WireCoding().encode(request), WireCoding(), context).get()
            return try WireCoding().decode(from: body)
        }

        func events(_ stream: ShopStream, limit: WireInteger? = nil) async throws -> [StreamPage.Event] {
            var all: [StreamPage.Event] = []
            while true {
                let page = try await page(
                    CheckoutSync(stream: stream, after: WireInteger(all.last?.seq ?? 0), limit: limit))
                all += page.events ?? []
                if !page.more { return all }
            }
        }
    }

    @Test(arguments: [true, false])
    func `what was committed is in the log, published or not, dense and in order`(isFollowed: Bool)
        async throws
    {
        let desk = try await Desk(isFollowed: isFollowed)
        try await desk.desk.setStock("mango", 10)
        var orders: [Order] = []
        for _ in 0..<3 { orders.append(try await desk.desk.place(desk.desk.request(("mango", 2)))) }
        _ = try await desk.desk.cancel(orders[1])
        for limit in [nil, 1] as [WireInteger?] {
            let events = try await desk.events(.orders, limit: limit)
            #expect(events.map(\.seq) == [1, 2, 3, 4])
            #expect(events.map(\.type) == Array(repeating: "order.placed", count: 3) + ["order.cancelled"])
            #expect(events.map(\.key) == orders.map(\.id) + [orders[1].id])
        }
        let levels = try await desk.events(.stock).map { event -> Int64 in
            try WireCoding().decode(StockLevel.self, from: WireCoding().encode(event.body)).available.value
        }
        #expect(levels == [10, 8, 6, 4, 6])
    }

    @Test func `an event tells the order as it stood then, and nothing of who bought`() async throws {
        let desk = try await Desk(isFollowed: true)
        try await desk.desk.setStock("mango", 10)
        let order = try await desk.desk.place(desk.desk.request(("mango", 2)))
        let cancelled = try await desk.desk.cancel(order, note: "Ada called")
        let bodies = try await desk.events(.orders).map { try WireCoding().encode($0.body) }
        #expect(try bodies == [order, cancelled].map { try WireCoding().encode(OrderEvent($0)) })
        for body in bodies {
            let text = String(decoding: body, as: UTF8.self)
            for personal in ["Ada", "Main Street", "01234"] { #expect(!text.contains(personal)) }
        }
    }

    @Test func `what failed and what was repeated is not told`() async throws {
        let desk = try await Desk(isFollowed: true)
        try await desk.desk.setStock("mango", 1)
        let request = try desk.desk.request(("mango", 1))
        _ = try await desk.desk.place(request, key: "k")
        _ = try await desk.desk.place(request, key: "k")
        await #expect(throws: Fault.self) {
            _ = try await desk.desk.place(desk.desk.request(("mango", 1)), key: "other")
        }
        #expect(try await desk.events(.orders).count == 1)
        #expect(try await desk.events(.stock).count == 2)
    }

    @Test func `an unknown stream is refused by name`() async throws {
        let desk = try await Desk(isFollowed: true)
        let fault = await #expect(throws: Fault.self) {
            _ = try await desk.page(CheckoutSync(stream: .prices))
        }
        #expect(fault?.code == "unknown_stream")
    }
}
