import Contracts
import FoundationEssentials
import Messaging
import Pricing
import SQLiteStores
import Testing
import Threading
import WireProtocol

@Suite struct PricingStoreTests {
    private let now = Timestamp(milliseconds: 1_781_870_400_000)

    /// An offer that fills every column.
    private func fullOffer(_ sku: String = "cake") throws -> OfferDefinition {
        let euro = try #require(Currency("EUR"))
        let choice = DefinedChoice(
            id: "nut", name: "Nut", surcharges: [Surcharge(currency: euro, amount: 50)], per: .line)
        return OfferDefinition(
            sku: try #require(Sku(sku)),
            prices: [
                PricePeriod(currency: euro, unitPrice: 190, until: .instant(now)),
                PricePeriod(
                    currency: euro, unitPrice: 170, tiers: [PriceTier(minQuantity: 10, unitPrice: 150)],
                    from: .instant(now)),
                PricePeriod(currency: .usDollar, unitPrice: 200),
            ],
            quantity: QuantityRule(min: 2, max: 20, step: 2),
            options: [
                OptionGroup(id: "taste", name: "Taste", required: true, multiple: false, choices: [choice])
            ],
            taxCategory: "food", content: UnitContent(quantity: 250, measure: "g"))
    }

    private func plainOffer(_ sku: String, _ unitPrice: Amount = 100) throws -> OfferDefinition {
        OfferDefinition(
            sku: try #require(Sku(sku)), prices: [PricePeriod(currency: .usDollar, unitPrice: unitPrice)])
    }

    @Test func `what was saved is read back the same, also by the next process`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "pricing-\(UUID()).sqlite").path()
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let offers = [try fullOffer(), try plainOffer("pen")]
        try await save(offers, in: SQLitePricingStore(path: path))
        let store = try SQLitePricingStore(path: path)
        #expect(try await store.allOffers() == offers)
        #expect(try await store.offers([offers[1].sku, try #require(Sku("ghost"))]) == [offers[1]])
    }

    @Test func `saving again replaces all of an offer`() async throws {
        let store = try SQLitePricingStore(path: ":memory:")
        try await save([try fullOffer("pen"), try plainOffer("cap")], in: store)
        try await save([try plainOffer("pen", 80)], in: store)
        #expect(try await store.allOffers() == [try plainOffer("pen", 80), try plainOffer("cap")])
    }

    @Test func `a change that throws leaves nothing and tells nobody`() async throws {
        let store = try SQLitePricingStore(path: ":memory:")
        let offer = try plainOffer("pen")
        let key = try key("key-1")
        let told = Locked<[OfferChanges]>([])
        await #expect(throws: Fault.storeUnavailable) {
            try await store.write(
                { ledger in
                    try ledger.save(offer)
                    try ledger.keep([1], of: key)
                    throw Fault.storeUnavailable
                }, committed: { changes in told.withLock { $0.append(changes) } })
        }
        #expect(told.withLock { $0 } == [])
        #expect(try await store.allOffers() == [])
        let answer = try await store.write({ try $0.answer(of: key) }, committed: { _ in })
        #expect(answer == nil)
    }

    @Test func `whoever follows sees the changes in the order of the store`() async throws {
        let store = try SQLitePricingStore(path: ":memory:")
        let told = Locked<[Amount]>([])
        let offers = try (1...50).map { try plainOffer("pen", Amount($0)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for offer in offers {
                group.addTask {
                    try await store.write(
                        { try $0.save(offer) },
                        committed: { changes in
                            told.withLock { $0 += changes.saved.flatMap(\.prices).map(\.unitPrice) }
                        })
                }
            }
            try await group.waitForAll()
        }
        let order = told.withLock { $0 }
        #expect(order.count == 50)
        #expect(try await store.allOffers().first?.prices.first?.unitPrice == order.last)
    }

    @Test func `an answer is kept with its key, also for the next process`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "pricing-\(UUID()).sqlite").path()
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let key = try key("key-1")
        let other = try self.key("key-1", price: 90)
        try await SQLitePricingStore(path: path).write({ try $0.keep([1, 2], of: key) }, committed: { _ in })
        let store = try SQLitePricingStore(path: path)
        #expect(try await store.write({ try $0.answer(of: key) }, committed: { _ in }) == [1, 2])
        await #expect(throws: Fault.self) {
            try await store.write({ _ = try $0.answer(of: other) }, committed: { _ in })
        }
    }

    @Test func `removing takes the prices along`() async throws {
        let store = try SQLitePricingStore(path: ":memory:")
        let offer = try fullOffer()
        try await save([offer], in: store)
        let removed = try await store.write(
            { ledger in [try ledger.remove(offer.sku), try ledger.remove(offer.sku)] }, committed: { _ in })
        #expect(removed == [true, false])
        try await save([try plainOffer("cake")], in: store)
        #expect(try await store.allOffers() == [try plainOffer("cake")])
    }

    private func save(_ offers: [OfferDefinition], in store: SQLitePricingStore) async throws {
        try await store.write({ for offer in offers { try $0.save(offer) } }, committed: { _ in })
    }

    private func key(_ key: String, price: Amount = 80) throws -> ChangeKey {
        let request = SetPrice(
            sku: try #require(Sku("pen")), currency: .usDollar, unitPrice: price)
        return try ChangeKey(request, CallContext(method: SetPrice.method, key: key, now: now))
    }
}
