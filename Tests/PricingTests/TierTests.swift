import Contracts
import Testing

@Suite struct TierTests {
    private static let tiered = OfferDefinition.plain(
        "card", 100,
        tiers: [
            PriceTier(minQuantity: 11, unitPrice: 90), PriceTier(minQuantity: 21, unitPrice: 85),
        ])

    @Test(
        arguments: [(1, 100), (10, 100), (11, 90), (13, 90), (20, 90), (21, 85), (255, 85)]
            as [(Quantity, Amount)])
    func `a quantity costs the price of the tier it reaches`(quantity: Quantity, price: Amount) async throws {
        let fixture = try await PricingFixture(Self.tiered)
        let quote = try fixture.quote(BasketLine(sku: "card", quantity: quantity))
        #expect(quote.lines[0].unitPrice == price)
        #expect(try quote.total == price.times(quantity.value))
    }

    @Test func `tiers look at the sku's total over all lines`() async throws {
        let fixture = try await PricingFixture(Self.tiered, .plain("pen", 70))
        let quote = try fixture.quote(
            BasketLine(sku: "card", quantity: 5, note: "for Ann"), BasketLine(sku: "pen", quantity: 50),
            BasketLine(sku: "card", quantity: 6, note: "for Ben"))
        #expect(quote.lines.map(\.unitPrice) == [90, 70, 90])
        #expect(quote.lines.map(\.total) == [450, 3500, 540])
        #expect(quote.total == 4490)
    }

    @Test func `the quantity rule looks at each line`() async throws {
        let rule = QuantityRule(min: 1, max: 10)
        let fixture = try await PricingFixture(.plain("card", 100, quantity: rule))
        let quote = try fixture.quote(
            BasketLine(sku: "card", quantity: 10), BasketLine(sku: "card", quantity: 10))
        #expect(quote.total == 2000)
    }
}
