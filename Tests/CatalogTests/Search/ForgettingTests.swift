import Contracts
import Messaging
import ShopTesting
import Testing
import WireProtocol

@testable import Catalog

/// What the index holds is what its products carry, whatever they carried before.
@Suite struct ForgettingTests {
    private static func indexed(_ number: Int, _ round: Int) throws -> IndexedProduct {
        IndexedProduct(
            try product(
                "p\(number)", "Product \(number)", category: "category \(round % 7)",
                seller: number.isMultiple(of: 2) ? "seller \(round)-\(number % 5)" : nil,
                tags: (0..<3).map { "tag \(round)-\(number)-\($0)" } + ["common"]))
    }

    private static func filled(_ count: Int, _ round: Int) throws -> SearchIndex {
        var index = SearchIndex()
        for number in 0..<count { index.put(try indexed(number, round), at: number) }
        return index
    }

    /// What a search walks through or looks things up in, by its size.
    private static func sizes(_ index: SearchIndex) -> [String: Int] {
        [
            "slots": index.entries.count, "free slots": index.freeSlots.count,
            "categories": index.categories.count, "sellers": index.sellers.count, "tags": index.tags.count,
            "sellings": index.sellings.count,
        ]
    }

    private static func facets(_ index: SearchIndex) async throws -> SearchFacets {
        struct NoPhrases: PhraseIndex {
            func slots(holding phrases: [Phrase]) -> [Int] { [] }
            func description(at slot: Int) -> [UInt8]? { nil }
        }
        return try await index.search(SearchQuery(), phrases: NoPhrases()).facets
    }

    @Test func `products that are put again with other values leave nothing behind`() async throws {
        var index = try Self.filled(100, 0)
        let capacity = index.tags.capacity
        for round in 1...360 {
            for number in 0..<100 { index.put(try Self.indexed(number, round), at: number) }
        }
        let anew = try Self.filled(100, 360)
        #expect(Self.sizes(index) == Self.sizes(anew))
        #expect(try await Self.facets(index) == Self.facets(anew))
        // One product holds both its old and its new values for a moment.
        #expect(index.tags.capacity <= capacity + 4)
    }

    @Test func `what was many once does not stay in the way`() async throws {
        var index = try Self.filled(2000, 0)
        for number in 10..<2000 { index.remove(at: number) }
        let anew = try Self.filled(10, 0)
        #expect(Self.sizes(index) == Self.sizes(anew))
        #expect(try await Self.facets(index) == Self.facets(anew))
        #expect(index.tags.capacity < 2000)
    }

    @Test func `a value that is back is counted from one again`() async throws {
        var index = try Self.filled(2, 0)
        index.put(try Self.indexed(1, 5), at: 1)
        index.put(try Self.indexed(1, 0), at: 1)
        index.put(try Self.indexed(1, 0), at: 1)
        #expect(try await Self.facets(index) == Self.facets(Self.filled(2, 0)))
        for slot in [0, 1] { index.remove(at: slot) }
        #expect(Self.sizes(index) == Self.sizes(SearchIndex()))
    }

    @Test func `slots between others are taken again`() throws {
        var index = try Self.filled(10, 0)
        for slot in [3, 7, 9] { index.remove(at: slot) }
        #expect(index.entries.count == 9)
        #expect(Set(index.slotsForNew(4)) == [3, 7, 9, 10])
    }

    @Test func `a view forgets the skus whose offers are removed`() throws {
        var view = SellingView(.prices)
        let publisher = try Endpoint("tcp://127.0.0.1:7020")
        func hear(_ type: ShopEvent, _ key: String, _ body: some Encodable) throws {
            let event = EventMessage(
                stream: ShopStream.prices.rawValue, type: type.rawValue, key: key, sequence: 1, epoch: "e",
                time: ManualTime.start, source: "one", body: try WireCoding().encode(body))
            _ = view.take(
                StreamUpdate(
                    stream: ShopStream.prices.rawValue, publisher: publisher, change: .event(event)),
                atMilliseconds: 0)
        }
        for number in 0..<100 {
            let offer = OfferDefinition(sku: try sku("p\(number)"), prices: [])
            let price = CurrentPrice(currency: .usDollar, unitPrice: 5)
            try hear(.priceChanged, offer.sku.text, PriceChange(offer: offer, current: [price]))
            try hear(.offerRemoved, offer.sku.text, RemovedSku(sku: offer.sku))
        }
        #expect(view.count == 0)
    }
}
