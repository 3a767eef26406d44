import Contracts
import Pricing
import Testing
import WireProtocol

@Suite struct StarterOffersTests {
    static let cupcakes: [(quantity: Quantity, flavour: String, extras: [String], total: Amount)] = [
        (3, "vanilla", [], 600),
        (3, "rainbow", ["frosting", "sprinkles"], 1200),
        (10, "rainbow", ["frosting", "sprinkles"], 3650),
        (10, "rainbow", ["sprinkles", "frosting"], 3650),
        (20, "strawberry", [], 4050),
        (4, "chocolate", ["frosting"], 1300),
    ]

    @Test(arguments: cupcakes)
    func `a cupcake costs its base price and what was chosen`(
        quantity: Quantity, flavour: String, extras: [String], total: Amount
    ) async throws {
        let line = BasketLine(
            sku: "cupcake", quantity: quantity, options: ["flavour": [flavour], "extras": extras])
        let quote = try await starter().quote(line)
        #expect(quote.total == total)
        #expect(quote.subtotal == total)
        #expect(quote.lines[0].unitPrice == 200)
        #expect(quote.lines[0].total == total)
    }

    static let prices: [(Sku, Amount)] = [
        ("strawberry", 50), ("pineapple", 299), ("blueberry", 25), ("dragonfruit", 499), ("lychee", 100),
        ("mango", 150), ("kiwi", 120), ("watermelon", 599), ("orange", 75), ("apple", 80), ("banana", 35),
        ("grape", 250), ("avocado", 199),
    ]

    @Test(arguments: prices)
    func `every fruit has its price`(sku: Sku, price: Amount) async throws {
        let fixture = try await starter()
        #expect(try fixture.quote(BasketLine(sku: sku, quantity: 1)).total == price)
    }

    @Test func `an untouched quote is the plain sum`() async throws {
        let quote = try await starter().quote(
            BasketLine(sku: "strawberry", quantity: 3), BasketLine(sku: "mango", quantity: 2))
        #expect(quote.total == 450)
        #expect(quote.tax == 0)
        #expect(quote.shipping == 0)
        #expect(quote.taxes == [])
        #expect(quote.destination == Destination(country: "US"))
    }

    @Test(arguments: [2, 21, 0, -1] as [Quantity])
    func `a cupcake comes in three to twenty`(quantity: Quantity) async throws {
        let fixture = try await starter()
        let fault = try await fault {
            _ = try fixture.quote(
                BasketLine(sku: "cupcake", quantity: quantity, options: ["flavour": ["vanilla"]]))
        }
        let detail = try #require(fault?.details.first)
        #expect(detail.code == (quantity < 3 ? "quantity_too_small" : "quantity_too_large"))
        #expect(detail.field == "lines[0].quantity")
        #expect(detail.facts == ["min": 3, "max": 20, "step": 1])
    }

    private func starter() async throws -> PricingFixture {
        let fixture = try await PricingFixture()
        let offers = try StarterOffers.load()
        try offers.validate()
        _ = try await fixture.methods.put(offers)
        return fixture
    }
}
