import Contracts
import Messaging
import Pricing
import SQLiteStores
import Testing
import WireProtocol

@Suite struct OfferTests {
    private let context = CallContext(method: GetOffers.method, now: PricingFixture.now)

    @Test func `put counts what it created, updated and left`() async throws {
        let fixture = try await PricingFixture(.plain("pen", 100), .plain("cap", 300))
        let counts = try await fixture.methods.put(
            PutOffers(offers: [.plain("pen", 100), .plain("cap", 350), .plain("mug", 700)]))
        #expect(counts == ChangeCounts(created: 1, updated: 1, unchanged: 1))
        #expect(try fixture.quote(BasketLine(sku: "cap", quantity: 1)).total == 350)
    }

    @Test func `one bad offer keeps all of them out`() async throws {
        let fixture = try await PricingFixture()
        let fault = try await fault {
            _ = try await fixture.methods.put(
                PutOffers(offers: [.plain("pen", 100), .plain("cap", 300, currency: "XOF")]))
        }
        #expect(fault?.code == "unsupported_currency")
        #expect(fault?.details.map(\.field) == ["offers[1].prices[0].currency"])
        #expect(try await fixture.store.allOffers() == [])
    }

    @Test func `get answers what was put, with instants, and names what is missing`() async throws {
        let fixture = try await PricingFixture()
        let starter = try StarterOffers.load()
        _ = try await fixture.methods.put(starter)
        let reply = try await fixture.methods.get(GetOfferDefinitions(skus: ["cupcake", "ghost", "cupcake"]))
        #expect(reply.offers == starter.offers.filter { $0.sku == "cupcake" })
        #expect(reply.missing == ["ghost"])
        #expect(try await fixture.methods.put(starter).unchanged == starter.offers.count)
    }

    @Test func `what is removed has no price any more`() async throws {
        let fixture = try await PricingFixture(.plain("pen", 100), .plain("cap", 300))
        #expect(try await fixture.methods.remove(RemoveOffers(skus: ["pen", "ghost", "pen"])).removed == 1)
        let fault = try await fault { _ = try fixture.quote(BasketLine(sku: "pen", quantity: 1)) }
        #expect(fault?.code == "unknown_sku")
        #expect(try await fixture.store.allOffers().map(\.sku) == ["cap"])
    }

    @Test func `an offer shows its surcharges and its end in the currency asked for`() async throws {
        var pen = OfferDefinition.plain("pen", 100, tiers: [PriceTier(minQuantity: 10, unitPrice: 90)])
        pen.prices[0].until = .instant("2026-07-01T00:00:00Z")
        pen.options = [
            OptionGroup(
                id: "case", name: "Case", required: false, multiple: false,
                choices: [
                    DefinedChoice(
                        id: "tin", name: "Tin", surcharges: [Surcharge(currency: .usDollar, amount: 250)],
                        per: .unit),
                    DefinedChoice(id: "bag", name: "Bag", surcharges: [], per: .line),
                ])
        ]
        let fixture = try await PricingFixture(pen)
        let reply = try await fixture.methods.offers(
            GetOffers(skus: ["pen", "ghost"], currency: .usDollar), context)
        let offer = try #require(reply.offers.first)
        #expect(reply.missing == ["ghost"])
        #expect(offer.unitPrice == 100)
        #expect(offer.tiers == [PriceTier(minQuantity: 10, unitPrice: 90)])
        #expect(offer.quantity == QuantityRule(min: 1, max: 9999, step: 1))
        #expect(offer.options[0].choices.map(\.surcharge) == [250, 0])
        #expect(offer.options[0].choices.map(\.per) == [.unit, .line])
        #expect(offer.until == "2026-07-01T00:00:00Z")
        #expect(offer.taxCategory == "standard")
    }

    @Test(
        arguments: [
            (120, 250, "g", 480, "kg"), (299, 750, "ml", 399, "l"), (100, 3, "kg", 33, "kg"),
            (50, 4, "g", 12500, "kg"), (1, 2, "rolls", 1, "rolls"),
            (9_007_199_254_740_991, 1, "kg", 9_007_199_254_740_991, "kg"),
        ] as [(Amount, WireInteger, String, Amount, String)])
    func `a price by measure makes sizes comparable`(
        price: Amount, quantity: WireInteger, measure: String, perUnit: Amount, unit: String
    ) async throws {
        var offer = OfferDefinition.plain("pack", price)
        offer.content = UnitContent(quantity: quantity, measure: measure)
        let fixture = try await PricingFixture(offer)
        let reply = try await fixture.methods.offers(GetOffers(skus: ["pack"], currency: .usDollar), context)
        #expect(reply.offers.first?.measure == MeasurePrice(unitPrice: perUnit, per: unit))
    }

    @Test(arguments: [(1, 0), (3, 2), (5, 2), (6, 3)] as [(Amount, Amount)])
    func `half even rounds a half to the even neighbour`(price: Amount, perUnit: Amount) async throws {
        var policy = Policy.standard()
        policy.rounding = .halfEven
        var offer = OfferDefinition.plain("pack", price)
        offer.content = UnitContent(quantity: 2, measure: "rolls")
        let methods = try await PricingMethods(
            store: try SQLitePricingStore(path: ":memory:"), policy: policy, lock: PlainLock())
        _ = try await methods.put(PutOffers(offers: [offer]))
        let reply = try await methods.offers(GetOffers(skus: ["pack"], currency: .usDollar), context)
        #expect(reply.offers.first?.measure?.unitPrice == perUnit)
    }

    @Test func `a price by measure beyond all amounts is left out`() async throws {
        var offer = OfferDefinition.plain("dust", 9_007_199_254_740_991)
        offer.content = UnitContent(quantity: 1, measure: "mg")
        let fixture = try await PricingFixture(offer)
        let reply = try await fixture.methods.offers(GetOffers(skus: ["dust"], currency: .usDollar), context)
        #expect(reply.offers.count == 1)
        #expect(reply.offers.first?.measure == nil)
    }

    @Test func `a book outlives the change that follows it`() async throws {
        let fixture = try await PricingFixture(.plain("pen", 100))
        let book = fixture.methods.currentBook
        _ = try await fixture.methods.put(PutOffers(offers: [.plain("pen", 80)]))
        let basket = QuoteBasket(currency: .usDollar, lines: [BasketLine(sku: "pen", quantity: 1)])
        #expect(try book.quote(basket, at: PricingFixture.now, under: .standard()).total == 100)
        #expect(try fixture.quote(basket).total == 80)
    }

    @Test func `a change whose caller's time is up when it has its turn is not made`() async throws {
        let fixture = try await PricingFixture(.plain("pen", 100))
        let late = CallContext(method: "late", key: "k", now: PricingFixture.now, remainingMilliseconds: 0)
        let changes: [() async throws -> Void] = [
            { _ = try await fixture.methods.put(PutOffers(offers: [.plain("pen", 80)]), late) },
            { _ = try await fixture.methods.put(PutOffers(offers: [.plain("cap", 80)]), late) },
            { _ = try await fixture.methods.remove(RemoveOffers(skus: ["pen"]), late) },
            {
                _ = try await fixture.methods.setPrice(
                    SetPrice(sku: "pen", currency: "USD", unitPrice: 5), late)
            },
        ]
        for change in changes {
            #expect(try await fault(change)?.code == "deadline_exceeded")
        }
        #expect(try await fixture.store.allOffers() == [.plain("pen", 100)])
    }
}
