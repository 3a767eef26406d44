import Contracts
import Messaging
@testable import Pricing
import SQLiteStores
import Testing
import WireProtocol

@Suite struct SetPriceTests {
    private let now = PricingFixture.now
    private let line = BasketLine(sku: "pen", quantity: 1)

    private func request(
        _ unitPrice: Amount, from: String? = nil, until: String? = nil, sku: Sku = "pen"
    ) -> SetPrice {
        SetPrice(
            sku: sku, currency: .usDollar, unitPrice: unitPrice, from: from.flatMap { ValidityBound($0) },
            until: until.flatMap { ValidityBound($0) })
    }

    @Test func `a price is set from now on and the one before is kept as past`() async throws {
        let fixture = try await PricingFixture(.plain("pen", 100))
        let offer = try await fixture.setPrice(request(80))
        #expect(
            offer.prices == [
                PricePeriod(currency: .usDollar, unitPrice: 100, until: .instant(now)),
                PricePeriod(currency: .usDollar, unitPrice: 80, from: .instant(now)),
            ])
        #expect(try fixture.quote(line).total == 80)
        #expect(try fixture.quote(line, at: now.adding(milliseconds: -1)).total == 100)
        let kept = try await fixture.methods.get(GetOfferDefinitions(skus: ["pen"]))
        #expect(kept.offers == [offer])
    }

    @Test func `days are resolved in the shop's zone and answered as instants`() async throws {
        let fixture = try await PricingFixture(.plain("pen", 100), timeZone: "Europe/Berlin")
        let offer = try await fixture.setPrice(request(80, from: "2026-10-24", until: "2026-10-25"))
        #expect(
            offer.prices == [
                PricePeriod(currency: .usDollar, unitPrice: 100, until: .instant("2026-10-23T22:00:00Z")),
                PricePeriod(
                    currency: .usDollar, unitPrice: 80, from: .instant("2026-10-23T22:00:00Z"),
                    until: .instant("2026-10-25T23:00:00Z")),
                PricePeriod(currency: .usDollar, unitPrice: 100, from: .instant("2026-10-25T23:00:00Z")),
            ])
    }

    @Test func `a first price makes the offer where that is asked for, and the next one changes it`()
        async throws
    {
        let fixture = try await PricingFixture()
        var first = request(80, from: "2026-06-19T12:00:00Z")
        first.create = true
        let made = try await fixture.setPrice(first)
        #expect(
            made
                == OfferDefinition(
                    sku: "pen",
                    prices: [PricePeriod(currency: .usDollar, unitPrice: 80, from: .instant(now))]))
        #expect(try fixture.quote(line).total == 80)
        var second = request(70)
        second.create = true
        _ = try await fixture.setPrice(second, key: "key-2")
        #expect(try fixture.quote(line).total == 70)
        #expect(try await fixture.setPrice(first) == made, "the same key tells the same again")
    }

    @Test func `other currencies stay as they are`() async throws {
        var pen = OfferDefinition.plain("pen", 100)
        pen.prices.append(PricePeriod(currency: "EUR", unitPrice: 95))
        let fixture = try await PricingFixture(pen)
        _ = try await fixture.setPrice(request(80))
        #expect(try fixture.quote(line, currency: "EUR").total == 95)
    }

    @Test(
        arguments: [
            ("2026-06-19T11:59:59.999Z", nil, "from"), ("2026-06-18", nil, "from"),
            ("2026-06-21", "2026-06-20", "until"), (nil, "2026-06-19T12:00:00Z", "until"),
        ] as [(String?, String?, String)])
    func `a start in the past and an end before the start are refused`(
        from: String?, until: String?, field: String
    ) async throws {
        let fixture = try await PricingFixture(.plain("pen", 100))
        let fault = try await fault {
            _ = try await fixture.setPrice(request(80, from: from, until: until))
        }
        #expect(fault?.code == "invalid_request")
        #expect(fault?.details.map(\.field) == [field])
        #expect(try fixture.quote(line).total == 100)
    }

    @Test func `an unknown sku is refused by name`() async throws {
        let fixture = try await PricingFixture(.plain("pen", 100))
        let fault = try await fault { _ = try await fixture.setPrice(request(80, sku: "ghost")) }
        #expect(fault?.status == .notFound)
        #expect(fault?.details.map(\.field) == ["sku"])
    }

    @Test func `the same key and body get the stored answer though the start is past by then`() async throws {
        let fixture = try await PricingFixture(.plain("pen", 100))
        let first = try await fixture.setPrice(request(80, from: "2026-06-19T12:00:00Z"))
        _ = try await fixture.setPrice(request(70), key: "key-2", at: now.adding(milliseconds: 1000))
        let again = try await fixture.setPrice(
            request(80, from: "2026-06-19T12:00:00Z"), at: now.adding(milliseconds: 2000))
        #expect(again == first)
        #expect(try fixture.quote(line, at: now.adding(milliseconds: 3000)).total == 70)
    }

    @Test func `the same key with another body is a conflict that changes nothing`() async throws {
        let fixture = try await PricingFixture(.plain("pen", 100))
        _ = try await fixture.setPrice(request(80))
        let fault = try await fault { _ = try await fixture.setPrice(request(70)) }
        #expect(fault?.status == .aborted)
        #expect(fault?.code == "idempotency_conflict")
        #expect(fault?.retryable == false)
        #expect(try fixture.quote(line).total == 80)
    }

    @Test func `a refused try leaves its key unused`() async throws {
        let fixture = try await PricingFixture(.plain("pen", 100))
        _ = try await fault { _ = try await fixture.setPrice(request(80, sku: "ghost")) }
        let offer = try await fixture.setPrice(request(80))
        #expect(offer.prices.last?.unitPrice == 80)
    }

    @Test func `without a key it is refused`() async throws {
        let fixture = try await PricingFixture(.plain("pen", 100))
        let fault = try await fault {
            _ = try await fixture.methods.setPrice(
                request(80), CallContext(method: SetPrice.method, now: now))
        }
        #expect(fault?.code == "idempotency_key_required")
    }

    @Test func `history tells the timeline and the lowest price before the reduction`() async throws {
        let fixture = try await PricingFixture()
        let start = ValidityBound.instant("2026-04-19T12:00:00Z")
        let pen = OfferDefinition(
            sku: "pen", prices: [PricePeriod(currency: .usDollar, unitPrice: 2000, from: start)])
        _ = try await fixture.methods.put(PutOffers(offers: [pen]))
        _ = try await fixture.setPrice(request(1500), at: "2026-06-18T12:00:00Z")
        let history = try await fixture.history("pen")
        #expect(history.lowestPrior == 2000)
        #expect(
            history.prices == [
                PastPrice(
                    unitPrice: 2000, tiers: [], from: "2026-04-19T12:00:00Z", until: "2026-06-18T12:00:00Z"),
                PastPrice(unitPrice: 1500, tiers: [], from: "2026-06-18T12:00:00Z"),
            ])
    }

    @Test func `the price that holds already changes nothing`() async throws {
        let fixture = try await PricingFixture(.plain("pen", 100))
        let before = try await fixture.store.allOffers()
        for number in 0..<20 {
            let offer = try await fixture.setPrice(
                request(100), key: "key-\(number)", at: now.adding(milliseconds: Int64(number)))
            #expect([offer] == before)
        }
        #expect(try await fixture.store.allOffers() == before)
        let repeated = try await fixture.setPrice(
            request(100), key: "key-3", at: now.adding(milliseconds: 99))
        #expect([repeated] == before)
        // A price within one that is the same is no other one, either.
        _ = try await fixture.setPrice(request(100, until: "2026-07-01"), key: "until")
        #expect(try await fixture.store.allOffers() == before)
    }

    @Test func `after a thousand changes the offer is as small as after two, and history knows all`()
        async throws
    {
        let fixture = try await PricingFixture(.plain("pen", 1))
        let changes: Int64 = 1000
        var sizes: Set<Int> = []
        for number in 1...changes {
            let offer = try await fixture.setPrice(
                request(Amount(number + 1)), key: "key-\(number)", at: now.adding(milliseconds: number * 1000)
            )
            sizes.insert(offer.prices.count)
        }
        #expect(sizes == [2])
        let end = now.adding(milliseconds: changes * 1000)
        let history = try await fixture.history("pen", at: end)
        #expect(history.prices.map(\.unitPrice) == (1...changes + 1).map { Amount($0) })
        #expect(zip(history.prices, history.prices.dropFirst()).allSatisfy { $0.until == $1.from })
        let past = try await fixture.methods.offers(
            GetOffers(skus: ["pen"], currency: .usDollar, at: now.adding(milliseconds: 500_500)),
            CallContext(method: GetOffers.method, now: end))
        #expect(past.offers.map(\.unitPrice) == [501])
        // What was read can be put back.
        let kept = try await fixture.methods.get(GetOfferDefinitions(skus: ["pen"]))
        #expect(try await fixture.methods.put(PutOffers(offers: kept.offers)).unchanged == 1)
        // A put says all there is to say of its own time.
        _ = try await fixture.methods.put(PutOffers(offers: [.plain("pen", 7)]))
        #expect(try await fixture.history("pen", at: end).prices.map(\.unitPrice) == [7])
    }

    @Test func `no more prices are planned than can be put back`() async throws {
        var pen = OfferDefinition.plain("pen", 1)
        let most = Bounds.prices.upperBound
        let start = now.adding(milliseconds: 86_400_000)
        pen.prices = (0..<Int64(most)).map { number in
            let from = start.adding(milliseconds: number * 1000)
            return PricePeriod(
                currency: .usDollar, unitPrice: Amount(number + 1), from: .instant(from),
                until: .instant(from.adding(milliseconds: 1000)))
        }
        let fixture = try await PricingFixture(pen)
        let refused = try await fault {
            _ = try await fixture.setPrice(request(7, until: "2026-06-19T18:00:00Z"))
        }
        #expect(refused?.code == "too_many_prices" && refused?.status == .failedPrecondition)
        #expect(refused?.details.first?.facts["max"] == .number(Int64(most)))
        // Days later most of them are over, and make room.
        let later = start.adding(milliseconds: 400_500)
        let until = later.adding(milliseconds: 100).rfc3339
        let offer = try await fixture.setPrice(request(7, until: until), key: "later", at: later)
        #expect(offer.prices.count < most)
        let kept = try await fixture.methods.get(GetOfferDefinitions(skus: ["pen"]))
        #expect(try await fixture.methods.put(PutOffers(offers: kept.offers)).unchanged == 1)
    }

    @Test func `an offer that is too much for an event is told with what holds now alone`() throws {
        var pen = OfferDefinition.plain("pen", 2)
        pen.options = (0..<50).map { group in
            OptionGroup(
                id: "g\(group)", name: String(repeating: "x", count: 1000), required: false, multiple: false,
                choices: [
                    DefinedChoice(
                        id: "c", name: String(repeating: "y", count: 1000), surcharges: [], per: .unit)
                ])
        }
        let change = PriceChange(offer: pen, current: [CurrentPrice(currency: .usDollar, unitPrice: 2)])
        let body = try PriceStream.entry(change, at: now).body
        #expect(body.count < 64 * 1024)
        let told: PriceChange = try WireCoding().decode(from: body)
        #expect(told.offer == OfferDefinition(sku: "pen", prices: []) && told.current == change.current)
        pen.options = nil
        let small = PriceChange(offer: pen, current: change.current)
        #expect(try WireCoding().decode(from: PriceStream.entry(small, at: now).body) == small)
    }

    @Test func `the lowest price before a reduction is found among the prices that are over`() async throws {
        let fixture = try await PricingFixture(.plain("pen", 2000))
        for (day, price) in [(1, 1700), (2, 1800), (3, 1900), (4, 1500)] as [(Int64, Amount)] {
            _ = try await fixture.setPrice(
                request(price), key: "key-\(day)", at: now.adding(milliseconds: day * 86_400_000))
        }
        let history = try await fixture.history("pen", at: now.adding(milliseconds: 5 * 86_400_000))
        #expect(history.lowestPrior == 1700)
    }

    @Test func `a clock that is set back finds the price before`() async throws {
        let fixture = try await PricingFixture(.plain("pen", 1))
        for number in 1...5 as ClosedRange<Int64> {
            _ = try await fixture.setPrice(
                request(Amount(number + 1)), key: "key-\(number)", at: now.adding(milliseconds: number * 1000)
            )
        }
        #expect(try fixture.quote(line, at: now.adding(milliseconds: 4500)).total == 5)
    }

    @Test func `many changes at once are seen by quotes in the order of the store`() async throws {
        let fixture = try await PricingFixture(.plain("pen", 100))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...40 as ClosedRange<Int64> {
                group.addTask {
                    _ = try await fixture.setPrice(request(Amount(number)), key: "key-\(number)")
                }
            }
            try await group.waitForAll()
        }
        let stored = try await fixture.store.allOffers()
        #expect(try fixture.quote(line).total == stored[0].prices.last?.unitPrice)
        #expect(stored[0].prices.count == 2)
    }
}
