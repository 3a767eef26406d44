import Checkout
import Contracts
import Messaging
import Pricing
import SQLite
import ShopTesting
import Sealing
import Testing

@testable import SQLiteStores

/// Another program has the database locked, and a change waits for it: whoever reads does not.
@Suite(.timeLimit(.minutes(1))) struct ReadsBesideLocksTests {
    @Test func `stock and events are read while a restock waits`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/checkout.sqlite"
        let desk = try CheckoutDesk(path: path, sealingKey: .random())
        try await desk.setStock("mango", 5)
        let other = try Database(path: path)
        try other.script("BEGIN IMMEDIATE")
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let change = Task {
            begin.yield()
            try await desk.setStock("mango", 7)
        }
        for await _ in begun { break }
        #expect(try await desk.available("mango") == 5)
        let told = try await desk.store.events(of: .stock, after: 0, limit: 10)
        #expect(try await desk.store.position(of: .stock).sequence == told.last?.sequence)
        try other.script("ROLLBACK")
        try await change.value
        // What was confirmed is seen at once.
        #expect(try await desk.available("mango") == 7)
    }

    @Test func `offers are read while a price waits`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/pricing.sqlite"
        let store = try SQLitePricingStore(path: path)
        let sku = try #require(Sku("pen"))
        let offer = OfferDefinition(sku: sku, prices: [PricePeriod(currency: .usDollar, unitPrice: 100)])
        try await store.write({ try $0.save(offer) }, committed: { _ in })
        let other = try Database(path: path)
        try other.script("BEGIN IMMEDIATE")
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let change = Task {
            begin.yield()
            return try await store.write({ try $0.remove(sku) }, committed: { _ in })
        }
        for await _ in begun { break }
        #expect(try await store.offers([sku]) == [offer])
        #expect(try await store.history(sku, .usDollar)?.offer == offer)
        try other.script("ROLLBACK")
        #expect(try await change.value)
        #expect(try await store.allOffers() == [])
    }
}
