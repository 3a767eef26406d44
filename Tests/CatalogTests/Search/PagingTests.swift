import Catalog
import Contracts
import FoundationEssentials
import Testing
import WireProtocol

@Suite struct PagingTests {
    static func products(_ count: Int, prefix: String = "p") throws -> [Product] {
        let names = ["Rose", "Rosebud", "Primrose", "Łosoś"]
        return try (0..<count).map { number in
            let rating: Double? = number % 7 == 0 ? nil : Double(number % 6)
            let description = number % 3 == 0 ? "a rose" : "many roses"
            return try product(
                "\(prefix)\(number)", "\(names[number % 4]) \(number / 8)", description: description,
                category: "c\(number % 5)", rating: rating)
        }
    }

    static let requests = [
        SearchProducts(), SearchProducts(text: "rose"), SearchProducts(text: "r"), SearchProducts(text: "ro"),
        SearchProducts(text: "rose", sort: .name), SearchProducts(text: "rose", sort: .ratingDescending),
        SearchProducts(sort: .ratingDescending), SearchProducts(text: "rosx"),
        SearchProducts(text: "rose", categories: ["c1", "c2"]),
    ]

    @Test(arguments: requests, [1, 2, 7, 100]) func `all pages together are the one long answer`(
        request: SearchProducts, limit: Int64
    ) async throws {
        let shelf = try await Shelf(try Self.products(90))
        var request = request
        request.limit = 100
        let all = try await shelf.search(request).items.map(\.product.sku.text)
        #expect(all.count > 10)
        request.limit = WireInteger(limit)
        #expect(try await shelf.pages(of: request) == all)
    }

    @Test(arguments: requests) func `no item repeats or is skipped while products come and go`(
        request: SearchProducts
    ) async throws {
        let shelf = try await Shelf(try Self.products(60) + Self.products(60, prefix: "gone"))
        var request = request
        request.limit = 100
        let lasting = try await shelf.pages(of: request).filter { $0.hasPrefix("p") }
        request.limit = 3
        let found = try await shelf.pages(of: request) { page in
            try await shelf.put(try Self.products(4, prefix: "new\(page)-"))
            _ = try await shelf.catalog.remove(
                RemoveProducts(skus: try (0..<3).map { try sku("gone\(page * 3 + $0)") }), shelf.context)
        }
        #expect(found.filter { $0.hasPrefix("p") } == lasting)
        #expect(Set(found).count == found.count)
    }

    @Test func `a page goes on where the last product shown was, though it is gone`() async throws {
        let shelf = try await Shelf(names: ["A", "B", "C", "D"])
        let first = try await shelf.search(SearchProducts(limit: 2))
        _ = try await shelf.catalog.remove(RemoveProducts(skus: [try sku("p1")]), shelf.context)
        let second = try await shelf.search(SearchProducts(limit: 2, cursor: first.next))
        #expect(second.items.map(\.product.name) == ["C", "D"])
        #expect(second.next == nil)
    }

    @Test func `pages of similar hits stay similar when something matches meanwhile`() async throws {
        let shelf = try await Shelf(names: ["Banana A", "Banana B", "Banana C"])
        let found = try await shelf.pages(of: SearchProducts(text: "bananna", limit: 1)) { _ in
            try await shelf.put([try product("exact", "Bananna")])
        }
        #expect(found == ["p0", "p1", "p2"])
    }

    @Test func `a cursor of another search is refused`() async throws {
        let shelf = try await Shelf(try Self.products(20))
        let cursor = try await shelf.search(SearchProducts(text: "rose", limit: 2)).next
        #expect(cursor != nil)
        let others = [
            SearchProducts(cursor: cursor), SearchProducts(text: "roses", cursor: cursor),
            SearchProducts(text: "rose", categories: ["c1"], cursor: cursor),
            SearchProducts(text: "rose", sellers: ["c1"], cursor: cursor),
            SearchProducts(text: "rose", tags: ["c1"], cursor: cursor),
            SearchProducts(text: "rose", sort: .name, cursor: cursor),
        ]
        for other in others { await expectRefused(other, shelf) }
        let same = SearchProducts(text: " ROSE ", sort: .relevance, limit: 5, cursor: cursor)
        #expect(try await shelf.search(same).items.count == 5)
    }

    @Test func `an altered cursor is refused, whichever byte was altered`() async throws {
        let shelf = try await Shelf(try Self.products(20))
        let cursor = try #require(try await shelf.search(SearchProducts(limit: 2)).next)
        let bytes = Array(try #require(Data(base64Encoded: cursor)))
        for place in bytes.indices {
            var altered = bytes
            altered[place] ^= 1
            await expectRefused(SearchProducts(cursor: Data(altered).base64EncodedString()), shelf)
            let short = Data(bytes.prefix(place)).base64EncodedString()
            await expectRefused(SearchProducts(cursor: short), shelf)
        }
        for text in ["", " ", "x", "%%%", "AAAAAAAAAAAAAAAA", "💥"] {
            await expectRefused(SearchProducts(cursor: text), shelf)
        }
    }

    @Test func `the longest names page as well`() async throws {
        let names = ["a", "b", "a", "ß"].map { String(repeating: $0, count: 500) }
        let shelf = try await Shelf(names: names + [String(repeating: "\u{FDFA}", count: 300)])
        let found = try await shelf.pages(of: SearchProducts(limit: 1))
        #expect(found == ["p0", "p2", "p1", "p3", "p4"])
    }

    @Test(arguments: [0, -1, 101, 1_000_000] as [Int64]) func `a page of no or too many items is refused`(
        limit: Int64
    ) async throws {
        let shelf = try await Shelf()
        let request = SearchProducts(limit: WireInteger(limit))
        let fault = await #expect(throws: Fault.self) { _ = try await shelf.search(request) }
        #expect(fault?.details.map(\.field) == ["limit"])
    }

    private func expectRefused(_ request: SearchProducts, _ shelf: Shelf) async {
        let fault = await #expect(throws: Fault.self) { _ = try await shelf.search(request) }
        #expect(fault?.code == "invalid_cursor")
    }
}
