import Contracts
import Messaging
import Pricing
import Sealing
import ShopTesting
import Testing
import WireProtocol

/// What can be quoted with a lock can be placed.
@Suite struct LargestLockTests {
    private static let choices = (0..<100).map { number in
        DefinedChoice(
            id: "\(number)-" + String(repeating: "x", count: 1000), name: "One", surcharges: [], per: .unit)
    }

    private static func pricing(_ key: SealingKey) async throws -> PricingMethods {
        let methods = try await PricingMethods(
            store: try PricingFixture().store, lock: SealingQuoteLock(key: key))
        var offer = OfferDefinition.plain("cake", 100)
        offer.options = [
            OptionGroup(id: "extras", name: "Extras", required: false, multiple: true, choices: choices)
        ]
        _ = try await methods.put(PutOffers(offers: [offer]))
        return methods
    }

    /// - Parameter count: choices in all, 100 a line.
    private static func basket(choices count: Int, lock: Bool = true) -> QuoteBasket {
        let lines = stride(from: 0, to: count, by: 100).map { start in
            BasketLine(
                sku: "cake", quantity: 1,
                options: ["extras": choices.prefix(min(100, count - start)).map(\.id)])
        }
        return QuoteBasket(currency: .usDollar, lines: lines, lock: lock)
    }

    private static func quote(_ methods: PricingMethods, _ basket: QuoteBasket) throws -> Quote {
        try basket.validate()
        return try methods.quote(basket, .patient(QuoteBasket.method))
    }

    /// The largest quote that can be locked, to a choice.
    private static func largest(_ methods: PricingMethods) throws -> Quote {
        var (low, high) = (100, 1200)
        while high - low > 1 {
            let middle = (low + high) / 2
            if (try? quote(methods, basket(choices: middle))) != nil { low = middle } else { high = middle }
        }
        return try quote(methods, basket(choices: low))
    }

    /// Texts that are longest in JSON, where each sign takes two bytes.
    private static func order(_ desk: CheckoutDesk, _ quote: Quote) throws -> PlaceOrder {
        let text = String(repeating: "\"", count: Bounds.textBytes)
        return PlaceOrder(
            token: try #require(quote.token), expectedTotal: quote.total,
            customer: Customer(name: text, email: "\(text.dropLast(2))@e"),
            address: Address(street: text, city: text, postalCode: "01234", country: "US"),
            payment: PaymentChoice(method: "offline"))
    }

    @Test func `the largest quote that can be locked can be placed by the longest buyer`() async throws {
        let key = SealingKey.random()
        let quote = try Self.largest(try await Self.pricing(key))
        #expect(try #require(quote.token).utf8.count > Bounds.tokenBytes - 2000)
        let desk = try CheckoutDesk(sealingKey: key)
        try await desk.setStock("cake", 100)
        let request = try Self.order(desk, quote)
        for coding in [WireCoding(.json), WireCoding(.cbor)] {
            let body = try coding.encode(request)
            #expect(body.count <= ResponderSettings(endpoint: try Endpoint("inproc://x")).largestBodyBytes)
            let read = try coding.decode(PlaceOrder.self, from: body)
            try read.validate()
            #expect(try await desk.place(read, key: "same", now: quote.at).lines == quote.lines)
        }
    }

    @Test func `a quote too large to be placed is refused with its bound, and only where it is to be locked`()
        async throws
    {
        let methods = try await Self.pricing(.random())
        let fault = try await fault { _ = try Self.quote(methods, Self.basket(choices: 1200)) }
        #expect(fault?.code == "quote_too_large" && fault?.status == .invalidArgument)
        #expect(fault?.details.map(\.field) == ["lines"])
        #expect(fault?.details.first?.facts["max"] == .number(Int64(Bounds.tokenBytes)))
        #expect(try Self.quote(methods, Self.basket(choices: 1200, lock: false)).token == nil)
    }

    @Test func `a token that no quote can have is refused before it is opened`() async throws {
        let desk = try CheckoutDesk()
        var request = try desk.request((sku: "pen", quantity: 1))
        request.token = String(repeating: "x", count: Bounds.tokenBytes + 1)
        let fault = try await fault { try request.validate() }
        #expect(fault?.details.map(\.field) == ["token"])
    }
}
