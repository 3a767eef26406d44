import Contracts
import Messaging
import Pricing
import SQLiteStores
import ShopTesting
import Testing
import WireProtocol

@Suite struct PriceStreamTests {
    /// Pricing with a stream that nobody hears yet; what it published is read by `pricing.sync`.
    private struct Shop {
        let time = ManualTime(PricingFixture.now)
        let prices: PriceStream
        let methods: PricingMethods
        let handlers: Handlers

        init() async throws {
            let publisher = Publisher(
                reactor: try Reactor(),
                settings: PublisherSettings(endpoint: try Endpoint("inproc://prices")), source: "one")
            prices = PriceStream(publisher.memoryStream(ShopStream.prices.rawValue), time: time)
            methods = try await PricingMethods(
                store: try SQLitePricingStore(path: ":memory:"), lock: PlainLock(), stream: prices)
            var handlers = Handlers()
            publisher.register(sync: PricingSync.method, in: &handlers)
            self.handlers = handlers
        }

        func page(_ request: PricingSync) async throws -> StreamPage {
            let context = CallContext(method: PricingSync.method, now: time.now())
            let body = try await handlers.handler(for: PricingSync.method)
                .answer(try WireCoding().encode(request), WireCoding(), context).get()
            return try WireCoding().decode(from: body)
        }

        /// What was published so far: the type, the sku and the current prices of each event.
        func published() async throws -> [String] {
            try await page(PricingSync(after: 0)).events?.map(text) ?? []
        }

        private func text(_ event: StreamPage.Event) throws -> String {
            guard event.type == ShopEvent.priceChanged.rawValue else { return "\(event.type) \(event.key)" }
            let bytes = try WireCoding().encode(event.body)
            let change = try WireCoding().decode(PriceChange.self, from: bytes)
            return
                (["\(event.type) \(event.key)"]
                + change.current.map { "\($0.unitPrice.minorUnits) \($0.currency)" })
                .joined(separator: " ")
        }
    }

    private static func sku(_ text: String) throws -> Sku { try #require(Sku(text)) }

    private static func mango(_ prices: PricePeriod...) throws -> OfferDefinition {
        OfferDefinition(sku: try sku("mango"), prices: prices)
    }

    private static func at(_ milliseconds: Int64) -> ValidityBound {
        .instant(PricingFixture.now.adding(milliseconds: milliseconds))
    }

    @Test func `puts, prices that are set and removals are told in their order`() async throws {
        let shop = try await Shop()
        let offer = try Self.mango(PricePeriod(currency: .usDollar, unitPrice: 150))
        _ = try await shop.methods.put(PutOffers(offers: [offer]))
        _ = try await shop.methods.put(PutOffers(offers: [offer]))
        _ = try await shop.methods.setPrice(
            SetPrice(sku: offer.sku, currency: .usDollar, unitPrice: 175),
            CallContext(method: SetPrice.method, key: "k", now: shop.time.now()))
        _ = try await shop.methods.remove(RemoveOffers(skus: [offer.sku]))
        #expect(
            try await shop.published() == [
                "price.changed mango 150 USD", "price.changed mango 175 USD", "offer.removed mango",
            ])
    }

    @Test func `a scheduled price is told at the instant it starts and at the instant it ends`() async throws
    {
        let shop = try await Shop()
        let offer = try Self.mango(
            PricePeriod(currency: .usDollar, unitPrice: 150, until: Self.at(1000)),
            PricePeriod(currency: .usDollar, unitPrice: 120, from: Self.at(1000), until: Self.at(2000)))
        _ = try await shop.methods.put(PutOffers(offers: [offer]))
        for _ in 0..<5 {
            shop.time.advance(milliseconds: 500)
            shop.prices.publishDue()
        }
        #expect(
            try await shop.published() == [
                "price.changed mango 150 USD", "price.changed mango 120 USD", "price.changed mango",
            ])
    }

    /// A price of 99 from +1000 to +2000 within one of 150, put before that.
    private static func window() throws -> OfferDefinition {
        try mango(
            PricePeriod(currency: .usDollar, unitPrice: 150, until: at(1000)),
            PricePeriod(currency: .usDollar, unitPrice: 99, from: at(1000), until: at(2000)),
            PricePeriod(currency: .usDollar, unitPrice: 150, from: at(2000)))
    }

    @Test func `a clock that is set back and forth takes the told prices along, and no others`() async throws
    {
        let shop = try await Shop()
        let kiwi = OfferDefinition(
            sku: try Self.sku("kiwi"), prices: [PricePeriod(currency: .usDollar, unitPrice: 90)])
        _ = try await shop.methods.put(PutOffers(offers: [try Self.window(), kiwi]))
        for step: Int64 in [2500, -1000, -1000, 2000, -500, 500] {
            shop.time.advance(milliseconds: step)
            shop.prices.publishDue()
            shop.prices.publishDue()
        }
        #expect(
            try await shop.published() == [
                "price.changed mango 150 USD", "price.changed kiwi 90 USD",
                "price.changed mango 150 USD",  // +2500
                "price.changed mango 99 USD",  // +1500
                "price.changed mango 150 USD",  // +500
                "price.changed mango 150 USD",  // +2500; at +2000 it is the same price
            ])
    }

    @Test func `a change told while the clock stands back hides no other price from the next look`()
        async throws
    {
        let shop = try await Shop()
        _ = try await shop.methods.put(PutOffers(offers: [try Self.window()]))
        shop.time.advance(milliseconds: 2500)
        shop.prices.publishDue()
        shop.time.set(forwardBy: -1000)
        let kiwi = OfferDefinition(
            sku: try Self.sku("kiwi"), prices: [PricePeriod(currency: .usDollar, unitPrice: 90)])
        _ = try await shop.methods.put(PutOffers(offers: [kiwi]))
        shop.prices.publishDue()
        #expect(
            try await shop.published().suffix(2) == [
                "price.changed kiwi 90 USD", "price.changed mango 99 USD",
            ])
    }

    @Test(.timeLimit(.minutes(1)))
    func `a clock that is set back is noticed without a call`() async throws {
        let shop = try await Shop()
        _ = try await shop.methods.put(PutOffers(offers: [try Self.window()]))
        shop.time.advance(milliseconds: 2500)
        shop.prices.followSchedule()
        shop.time.set(forwardBy: -1000)
        while try await shop.published().last != "price.changed mango 99 USD" {
            // The pause between two looks is real: that it ends by itself is what is tested here.
            try await Task.sleep(for: .milliseconds(10))
        }
        shop.prices.close()
    }

    @Test func `the timer publishes at the boundary by itself`() async throws {
        let publisher = Publisher(
            reactor: try Reactor(), settings: PublisherSettings(endpoint: try Endpoint("inproc://p")),
            source: "one")
        let stream = publisher.memoryStream("prices")
        let prices = PriceStream(stream, time: SystemTime())
        let methods = try await PricingMethods(
            store: try SQLitePricingStore(path: ":memory:"), lock: PlainLock(), stream: prices)
        prices.followSchedule()
        let start = SystemTime().now().adding(milliseconds: 150)
        _ = try await methods.put(
            PutOffers(offers: [
                try Self.mango(PricePeriod(currency: .usDollar, unitPrice: 9, from: .instant(start)))
            ]))
        #expect(stream.position.sequence == 1)
        let limit = ContinuousClock.now + .seconds(20)
        while stream.position.sequence < 2, ContinuousClock.now < limit {
            // Between two looks: the schedule's own clock is what is tested here, so it is not injected.
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(stream.position.sequence == 2)
        #expect(SystemTime().now() >= start)
        prices.close()
    }

    @Test func `a snapshot names every offer with its price of this moment`() async throws {
        let shop = try await Shop()
        _ = try await shop.methods.put(
            PutOffers(offers: [
                try Self.mango(PricePeriod(currency: .usDollar, unitPrice: 150)),
                OfferDefinition(
                    sku: try Self.sku("kiwi"),
                    prices: [PricePeriod(currency: .usDollar, unitPrice: 90, until: Self.at(10))]),
            ]))
        shop.time.advance(milliseconds: 10)
        let page = try await shop.page(PricingSync())
        #expect(page.seq == 2)
        #expect(Set(page.snapshot?.map(\.key) ?? []) == ["mango", "kiwi"])
        #expect(page.more == false)
    }
}
