import Contracts
import Pricing
import Testing
import WireProtocol

@Suite struct QuoteTests {
    private static let most: Amount = 9_007_199_254_740_991

    @Test(
        arguments: [
            ([(9_007_199_254_740_991, 2)], "lines[0]"),
            ([(9_007_199_254_740_991, 1), (1, 1)], "lines[1]"),
            ([(1, 1), (4_611_686_018_427, 9999)], "lines[1]"),
        ] as [([(Int64, Int64)], String)])
    func `a sum beyond all bounds names its line`(lines: [(Int64, Int64)], field: String) async throws {
        let fixture = try await PricingFixture()
        var basket: [BasketLine] = []
        for (index, line) in lines.enumerated() {
            let sku = try #require(Sku("sku-\(index)"))
            _ = try await fixture.methods.put(PutOffers(offers: [.plain(sku, Amount(line.0))]))
            basket.append(BasketLine(sku: sku, quantity: Quantity(line.1)))
        }
        let fault = try await fault {
            _ = try fixture.quote(QuoteBasket(currency: .usDollar, lines: basket))
        }
        #expect(fault?.code == "amount_too_large")
        #expect(fault?.status == .invalidArgument)
        #expect(fault?.details.map(\.field) == [field])
    }

    @Test func `the largest amount of all is still an amount`() async throws {
        let fixture = try await PricingFixture(.plain("gold", Self.most))
        #expect(try fixture.quote(BasketLine(sku: "gold", quantity: 1)).total == Self.most)
    }

    @Test func `a surcharge beyond all bounds names its line`() async throws {
        var offer = OfferDefinition.plain("gold", 1)
        let choice = DefinedChoice(
            id: "big", name: "Big", surcharges: [Surcharge(currency: .usDollar, amount: Self.most)],
            per: .unit)
        offer.options = [
            OptionGroup(id: "size", name: "Size", required: false, multiple: false, choices: [choice])
        ]
        let fixture = try await PricingFixture(offer)
        let fault = try await fault {
            _ = try fixture.quote(BasketLine(sku: "gold", quantity: 1, options: ["size": ["big"]]))
        }
        #expect(fault?.details.map(\.field) == ["lines[0]"])
        #expect(fault?.code == "amount_too_large")
    }

    @Test func `the same basket and instant give the same bytes`() async throws {
        let basket = QuoteBasket(
            currency: .usDollar,
            lines: [
                BasketLine(
                    sku: "cupcake", quantity: 6,
                    options: ["flavour": ["rainbow"], "extras": ["sprinkles", "frosting"]], note: "with care"),
                BasketLine(sku: "strawberry", quantity: 2),
            ], explain: true)
        var seen: Set<[UInt8]> = []
        for _ in 0..<20 {
            let fixture = try await PricingFixture()
            _ = try await fixture.methods.put(StarterOffers.load())
            seen.insert(try WireCoding().encode(try fixture.quote(basket)))
        }
        #expect(seen.count == 1)
    }

    @Test func `why entries tell how each amount came about`() async throws {
        let fixture = try await PricingFixture()
        _ = try await fixture.methods.put(StarterOffers.load())
        let line = BasketLine(
            sku: "cupcake", quantity: 10,
            options: ["extras": ["sprinkles", "frosting"], "flavour": ["rainbow"]])
        let quote = try fixture.quote(QuoteBasket(currency: .usDollar, lines: [line], explain: true))
        #expect(
            quote.lines[0].why == [
                Why(what: "10 × 2.00", before: 0, after: 2000),
                Why(what: "flavour rainbow, 1.50 per line", before: 2000, after: 2150),
                Why(what: "extras frosting, 10 × 1.00", before: 2150, after: 3150),
                Why(what: "extras sprinkles, 10 × 0.50", before: 3150, after: 3650),
                Why(what: "no tax rate for standard in US", before: 3650, after: 3650),
            ])
        #expect(
            quote.why == [
                Why(what: "no shipping charge for US", before: 0, after: 0),
                Why(what: "total", before: 3650, after: 3650),
            ])
    }

    @Test func `without explain no why travels`() async throws {
        let fixture = try await PricingFixture(.plain("pen", 70))
        let quote = try fixture.quote(BasketLine(sku: "pen", quantity: 1))
        #expect(quote.why == nil)
        #expect(quote.lines[0].why == nil)
    }

    @Test func `a coupon that nobody knows is named and the quote still comes`() async throws {
        let fixture = try await PricingFixture(.plain("pen", 70))
        let quote = try fixture.quote(
            QuoteBasket(
                currency: .usDollar, lines: [BasketLine(sku: "pen", quantity: 1)], coupons: ["SPRING"]))
        #expect(quote.rejectedCoupons == [RejectedCoupon(code: "SPRING", reason: "unknown")])
        #expect(quote.coupons == [])
        #expect(quote.total == 70)
    }

    @Test func `yen have no minor unit and dinars have three digits`() async throws {
        let fixture = try await PricingFixture(
            .plain("pen", 80, currency: "JPY"), .plain("oud", 1235, currency: "KWD"))
        let yen = try fixture.quote(BasketLine(sku: "pen", quantity: 3), currency: "JPY")
        #expect(yen.total.decimal(yen.currency) == "240")
        let dinars = try fixture.quote(BasketLine(sku: "oud", quantity: 3), currency: "KWD")
        #expect(dinars.total.decimal(dinars.currency) == "3.705")
    }
}
