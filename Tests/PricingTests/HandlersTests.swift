import Contracts
import Messaging
import Pricing
import Testing
import WireProtocol

@Suite struct HandlersTests {
    private func answer(_ method: String, _ body: String) async throws -> Handler.Outcome {
        let fixture = try await PricingFixture()
        _ = try await fixture.methods.put(StarterOffers.load())
        var handlers = Handlers()
        fixture.methods.register(in: &handlers)
        let context = CallContext(method: method, now: PricingFixture.now)
        return await (try handlers.handler(for: method)).answer(Array(body.utf8), WireCoding(), context)
    }

    @Test func `the methods of the shop's prices are there and no others`() async throws {
        var handlers = Handlers()
        try await PricingFixture().methods.register(in: &handlers)
        #expect(
            handlers.methods == [
                "pricing.get", "pricing.history", "pricing.offers", "pricing.policy", "pricing.put",
                "pricing.quote", "pricing.remove", "pricing.setPrice",
            ])
    }

    @Test func `a quote is answered as JSON`() async throws {
        let body = try await answer(
            "pricing.quote", #"{"currency":"USD","lines":[{"sku":"strawberry","quantity":3}]}"#
        ).get()
        #expect(
            String(decoding: body, as: UTF8.self) == """
                {"at":"2026-06-19T12:00:00.000Z","coupons":[],"currency":"USD","destination":{"country":"US"},\
                "discount":0,"lines":[{"discount":0,"quantity":3,"sku":"strawberry","surcharge":0,"tax":0,\
                "total":150,"unitPrice":50}],"rejectedCoupons":[],"rounding":"half_up","shipping":0,\
                "shippingTax":0,"subtotal":150,"tax":0,"taxIncluded":false,"taxMode":"line","taxes":[],\
                "total":150}
                """)
    }

    static let hostile = [
        (#"{"currency":"USD","lines":[]}"#, "invalid_request", "lines"),
        (#"{"currency":"usd","lines":[{"sku":"apple","quantity":1}]}"#, "unsupported_currency", "currency"),
        (
            #"{"currency":"USD","lines":[{"sku":"apple","quantity":3.5}]}"#, "not_a_whole_number",
            "lines[0].quantity"
        ),
        (
            #"{"currency":"USD","lines":[{"sku":"apple","quantity":"3"}]}"#, "not_a_whole_number",
            "lines[0].quantity"
        ),
        (
            #"{"currency":"USD","lines":[{"sku":"apple","quantity":1e21}]}"#, "quantity_too_large",
            "lines[0].quantity"
        ),
        (
            #"{"currency":"USD","lines":[{"sku":"apple","quantity":10000}]}"#, "quantity_too_large",
            "lines[0].quantity"
        ),
        (
            #"{"currency":"USD","lines":[{"sku":"apple","quantity":0}]}"#, "quantity_too_small",
            "lines[0].quantity"
        ),
    ]

    @Test(arguments: hostile)
    func `a body that is no basket is refused with its field`(
        body: String, code: String, field: String
    ) async throws {
        guard case .failure(let fault) = try await answer("pricing.quote", body) else {
            Issue.record("was answered")
            return
        }
        #expect(fault.status == .invalidArgument)
        #expect(fault.code == code)
        #expect(fault.details.first?.field == field)
    }

    @Test func `a line with choices without end is refused before the book is asked`() async throws {
        let choices = Array(repeating: #""frosting""#, count: 101).joined(separator: ",")
        let groups = (0..<51).map { #""g\#($0)":[]"# }.joined(separator: ",")
        let fields = [
            #"{"extras":[\#(choices)]}"#: "lines[0].options.extras", "{\(groups)}": "lines[0].options",
        ]
        for (options, field) in fields {
            let line = #"{"sku":"cupcake","quantity":3,"options":\#(options)}"#
            let outcome = try await answer("pricing.quote", #"{"currency":"USD","lines":[\#(line)]}"#)
            guard case .failure(let fault) = outcome else {
                Issue.record("was answered")
                return
            }
            #expect(fault.details.map(\.field) == [field])
        }
    }

    /// An option and a choice as one of their spellings; the offer has the first of both.
    static let spellings = [("caf\u{e9}", "cr\u{e8}me"), ("cafe\u{301}", "cre\u{300}me")]

    @Test(arguments: spellings, ContentType.allCases)
    func `an option costs the same in each spelling and encoding`(
        names: (group: String, choice: String), type: ContentType
    ) async throws {
        let fixture = try await PricingFixture()
        var offer = OfferDefinition.plain("cake", 100)
        let choice = DefinedChoice(
            id: Self.spellings[0].1, name: "Crème", surcharges: [Surcharge(currency: "USD", amount: 50)],
            per: .unit)
        offer.options = [
            OptionGroup(
                id: Self.spellings[0].0, name: "Café", required: false, multiple: false, choices: [choice])
        ]
        _ = try await fixture.methods.put(PutOffers(offers: [offer]))
        let line = BasketLine(sku: "cake", quantity: 1, options: [names.group: [names.choice]])
        let body = try WireCoding(type).encode(QuoteBasket(currency: "USD", lines: [line]))
        #expect(try fixture.quote(try WireCoding(type).decode(from: body)).total == 150)
    }

    @Test func `the policy names zone, home and currencies`() async throws {
        let body = try await answer("pricing.policy", "{}").get()
        let policy = try WireCoding().decode(Policy.self, from: body)
        #expect(policy.timeZone == "UTC")
        #expect(policy.homeCountry == "US")
        #expect(policy.currencies.contains(.usDollar))
        #expect(policy.taxes == [])
    }
}
