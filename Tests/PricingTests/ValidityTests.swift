import Contracts
import Pricing
import Testing
import WireProtocol

@Suite struct ValidityTests {
    private static func offer(_ periods: (Amount, String?, String?)...) -> OfferDefinition {
        OfferDefinition(
            sku: "pen",
            prices: periods.map { unitPrice, from, until in
                PricePeriod(
                    currency: .usDollar, unitPrice: unitPrice, from: from.flatMap { ValidityBound($0) },
                    until: until.flatMap { ValidityBound($0) })
            })
    }

    @Test(
        arguments: [
            ("2026-06-09T23:59:59.999Z", 100), ("2026-06-10T00:00:00Z", 80), ("2026-06-19T23:59:59.999Z", 80),
            ("2026-06-20T00:00:00Z", 110), ("2126-01-01T00:00:00Z", 110), ("1970-01-01T00:00:00Z", 100),
        ] as [(Timestamp, Amount)])
    func `a price holds from its first instant to before its last`(
        instant: Timestamp, price: Amount
    ) async throws {
        let fixture = try await PricingFixture(
            Self.offer((110, "2026-06-20", nil), (80, "2026-06-10", "2026-06-19"), (100, nil, "2026-06-09")))
        #expect(try fixture.quote(BasketLine(sku: "pen", quantity: 1), at: instant).total == price)
    }

    @Test func `until a day means to its end in the shop's zone`() async throws {
        let fixture = try await PricingFixture(
            Self.offer((80, nil, "2026-06-19"), (100, "2026-06-20", nil)), timeZone: "Europe/Berlin")
        let line = BasketLine(sku: "pen", quantity: 1)
        #expect(try fixture.quote(line, at: "2026-06-19T21:59:59.999Z").total == 80)
        #expect(try fixture.quote(line, at: "2026-06-19T22:00:00Z").total == 100)
    }

    @Test func `in a gap there is no price`() async throws {
        let fixture = try await PricingFixture(Self.offer((80, nil, "2026-06-01"), (90, "2026-07-01", nil)))
        let fault = try await fault { _ = try fixture.quote(BasketLine(sku: "pen", quantity: 1)) }
        #expect(fault?.code == "no_price")
    }

    @Test func `a basket is priced at another instant on request`() async throws {
        let fixture = try await PricingFixture(Self.offer((80, nil, "2026-06-19"), (100, "2026-06-20", nil)))
        let quote = try fixture.quote(
            QuoteBasket(
                currency: .usDollar, lines: [BasketLine(sku: "pen", quantity: 1)], at: "2026-06-20T00:00:00Z")
        )
        #expect(quote.total == 100)
        #expect(quote.at == "2026-06-20T00:00:00Z")
    }

    static let overlaps = [
        (offer((1, nil, nil), (2, nil, nil)), 1, 0),
        (offer((1, "2026-06-10", "2026-06-20"), (2, "2026-06-20", nil)), 1, 0),
        (offer((1, "2026-06-20", nil), (2, "2026-06-10", "2026-06-20")), 0, 1),
        (
            offer((1, "2026-01-01", "2026-12-31"), (2, "2027-01-01", nil), (3, "2026-06-19", "2026-06-19")),
            2,
            0
        ),
    ]

    @Test(arguments: overlaps)
    func `validities that overlap are refused and both are named`(
        offer: OfferDefinition, index: Int, other: Int
    ) async throws {
        let fixture = try await PricingFixture()
        let fault = try await fault { _ = try await fixture.methods.put(PutOffers(offers: [offer])) }
        let detail = try #require(fault?.details.first)
        #expect(fault?.details.count == 1)
        #expect(detail.code == "overlapping_prices")
        #expect(detail.field == "offers[0].prices[\(index)]")
        #expect(detail.facts == ["overlaps": .text("offers[0].prices[\(other)]")])
        #expect(fixture.methods.currentBook.count == 0)
    }

    @Test func `two currencies do not overlap`() async throws {
        var offer = Self.offer((100, nil, nil))
        offer.prices.append(PricePeriod(currency: "EUR", unitPrice: 95))
        let fixture = try await PricingFixture(offer)
        #expect(try fixture.quote(BasketLine(sku: "pen", quantity: 1), currency: "EUR").total == 95)
    }

    @Test func `an end before its start is refused`() async throws {
        let fixture = try await PricingFixture()
        let offer = Self.offer((100, "2026-06-20", "2026-06-18"))
        let fault = try await fault { _ = try await fixture.methods.put(PutOffers(offers: [offer])) }
        #expect(fault?.details.map(\.field) == ["offers[0].prices[0].until"])
    }
}
