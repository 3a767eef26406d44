import Contracts
import Testing
import WireProtocol

@Suite struct BasketFaultTests {
    private static let cake = OfferDefinition(
        sku: "cake", prices: [PricePeriod(currency: .usDollar, unitPrice: 200)],
        quantity: QuantityRule(min: 4, max: 12, step: 4),
        options: [
            OptionGroup(
                id: "flavour", name: "Flavour", required: true, multiple: false,
                choices: [choice("plain", 0, .line), choice("nut", 50, .line)]),
            OptionGroup(
                id: "extras", name: "Extras", required: false, multiple: true,
                choices: [choice("candle", 100, .unit)]),
        ])

    private static func choice(_ id: String, _ amount: Amount, _ per: SurchargeBasis) -> DefinedChoice {
        DefinedChoice(
            id: id, name: id, surcharges: [Surcharge(currency: .usDollar, amount: amount)], per: per)
    }

    @Test(
        arguments: [
            (0, "quantity_too_small"), (-4, "quantity_too_small"), (3, "quantity_too_small"),
            (5, "quantity_off_step"), (13, "quantity_too_large"),
            (9_007_199_254_740_991, "quantity_too_large"),
        ] as [(Quantity, String)])
    func `a quantity outside its rule is refused with the bounds`(quantity: Quantity, code: String)
        async throws
    {
        let details = try await problems(
            BasketLine(sku: "cake", quantity: quantity, options: ["flavour": ["nut"]]))
        #expect(details.map(\.field) == ["lines[0].quantity"])
        #expect(details.map(\.code) == [code])
        #expect(details[0].facts == ["min": 4, "max": 12, "step": 4])
    }

    static let badOptions: [([String: [String]]?, field: String, code: String)] = [
        (nil, "lines[0].options.flavour", "option_required"),
        (["flavour": []], "lines[0].options.flavour", "option_required"),
        (["flavour": ["plain", "nut"]], "lines[0].options.flavour", "invalid_request"),
        (["flavour": ["mud"]], "lines[0].options.flavour[0]", "unknown_option"),
        (["flavour": ["nut"], "colour": ["red"]], "lines[0].options.colour", "unknown_option"),
        (
            ["flavour": ["nut"], "extras": ["candle", "candle"]], "lines[0].options.extras[1]",
            "invalid_request"
        ),
    ]

    @Test(arguments: badOptions)
    func `a wrong choice is refused where it stands`(
        options: [String: [String]]?, field: String, code: String
    ) async throws {
        let details = try await problems(BasketLine(sku: "cake", quantity: 4, options: options))
        #expect(details.map(\.field) == [field])
        #expect(details.map(\.code) == [code])
    }

    @Test func `a basket of nothing but mistakes gets an answer of bounded size`() async throws {
        let ids = (0..<100).map { "\($0)" + String(repeating: "x", count: 1000) }
        let offer = OfferDefinition(
            sku: "cake", prices: [PricePeriod(currency: .usDollar, unitPrice: 200)],
            options: [
                OptionGroup(
                    id: "flavour", name: "Flavour", required: false, multiple: true,
                    choices: ids.map { Self.choice($0, 0, .line) })
            ])
        let wrong = (0..<100).map { "\($0)" }
        let line = BasketLine(sku: "cake", quantity: 1, options: ["flavour": wrong])
        let fixture = try await PricingFixture(offer)
        let basket = QuoteBasket(currency: .usDollar, lines: Array(repeating: line, count: 200))
        let fault = try #require(await fault { _ = try fixture.quote(basket) })
        #expect(fault.details.count == Problems.most)
        #expect(try WireCoding(.json).encode(FaultBody(fault)).count < 1 << 20)
        #expect(fault.details[0].facts == ["allowed": Fault.Fact.text("\(ids[0]) and 99 more")])
    }

    @Test func `all problems are named at once and the first one gives the status`() async throws {
        let fixture = try await PricingFixture(Self.cake)
        let fault = try await fault {
            _ = try fixture.quote(
                BasketLine(sku: "ghost", quantity: 1), BasketLine(sku: "cake", quantity: 5),
                BasketLine(sku: "cake", quantity: 4, options: ["flavour": ["nut"]]),
                BasketLine(sku: "phantom", quantity: 0))
        }
        #expect(fault?.status == .notFound)
        #expect(fault?.code == "unknown_sku")
        #expect(fault?.message == "lines[0].sku: no product ghost")
        #expect(
            fault?.details.map(\.field) == [
                "lines[0].sku", "lines[1].quantity", "lines[1].options.flavour", "lines[3].sku",
            ])
        #expect(fault?.details.first?.facts == ["sku": "ghost"])
    }

    @Test func `a bad field before an unknown sku makes it an invalid request`() async throws {
        let fixture = try await PricingFixture(Self.cake)
        let fault = try await fault {
            _ = try fixture.quote(
                BasketLine(sku: "cake", quantity: 5, options: ["flavour": ["nut"]]),
                BasketLine(sku: "ghost", quantity: 1))
        }
        #expect(fault?.status == .invalidArgument)
        #expect(fault?.code == "quantity_off_step")
        #expect(fault?.details.map(\.code) == ["quantity_off_step", "unknown_sku"])
    }

    @Test func `a sku without a price in the currency is named`() async throws {
        let fixture = try await PricingFixture(.plain("pen", 70))
        let fault = try await fault {
            _ = try fixture.quote(BasketLine(sku: "pen", quantity: 1), currency: "EUR")
        }
        #expect(fault?.status == .notFound)
        #expect(fault?.code == "no_price")
        #expect(fault?.details.first?.facts == ["sku": "pen", "currency": "EUR"])
    }

    @Test func `a currency that the shop does not have comes before anything else`() async throws {
        let fixture = try await PricingFixture()
        let fault = try await fault {
            _ = try fixture.quote(BasketLine(sku: "ghost", quantity: 0), currency: "XOF")
        }
        #expect(fault?.status == .invalidArgument)
        #expect(fault?.code == "unsupported_currency")
        #expect(fault?.details.map(\.field) == ["currency"])
    }

    private func problems(_ line: BasketLine) async throws -> [Fault.Detail] {
        let fixture = try await PricingFixture(Self.cake)
        let fault = try await fault { _ = try fixture.quote(line) }
        #expect(fault?.status == .invalidArgument)
        return fault?.details ?? []
    }
}
