import Contracts
import Messaging
import Pricing
import Sealing
import Testing
import WireProtocol

@Suite struct QuoteLockTests {
    private let basket = QuoteBasket(
        currency: .usDollar, lines: [BasketLine(sku: "pen", quantity: 2)], customer: "ann@example.org",
        lock: true)

    @Test func `a locked quote carries an id, an expiry, and a token that holds all of it`() async throws {
        let fixture = try await PricingFixture(.plain("pen", 70))
        let quote = try fixture.quote(basket)
        #expect(quote.id == "quote-1")
        #expect(quote.expiresAt == "2026-06-19T12:15:00Z")
        let token = try #require(quote.token)
        let sealed = try WireCoding().decode(SealedQuote.self, from: Array(token.utf8))
        var inside = quote
        inside.token = nil
        #expect(sealed == SealedQuote(quote: inside, customer: "ann@example.org"))
    }

    @Test func `without lock there is neither id nor token`() async throws {
        let fixture = try await PricingFixture(.plain("pen", 70))
        let quote = try fixture.quote(BasketLine(sku: "pen", quantity: 2))
        #expect(quote.id == nil)
        #expect(quote.token == nil)
        #expect(quote.expiresAt == nil)
    }

    @Test func `lock and another instant exclude each other`() async throws {
        let fixture = try await PricingFixture(.plain("pen", 70))
        var basket = basket
        basket.at = PricingFixture.now
        let fault = try await fault { _ = try fixture.quote(basket) }
        #expect(fault?.details.map(\.field) == ["at"])
    }

    @Test func `the shared key opens the token and no id comes twice`() async throws {
        let key = SealingKey.random()
        let lock = SealingQuoteLock(key: key)
        let fixture = try await PricingFixture(.plain("pen", 70))
        let quote = try fixture.quote(basket)
        let token = try lock.seal(SealedQuote(quote: quote))
        let opened = try key.open(token, context: SealedQuote.sealContext)
        #expect(try WireCoding(.cbor).decode(SealedQuote.self, from: opened).quote == quote)
        #expect(Set((0..<100).map { _ in lock.newQuoteID() }).count == 100)
    }
}
