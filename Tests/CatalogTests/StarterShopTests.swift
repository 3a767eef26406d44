import Contracts
import FoundationEssentials
import Testing
import WireProtocol

/// The data that the shop starts with.
@Suite struct StarterShopTests {
    static func request() throws -> PutProducts {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "deploy/data/products.json")
        return try WireCoding().decode(from: Array(try Data(contentsOf: file)))
    }

    @Test func `the starter shop is a valid put`() async throws {
        let request = try Self.request()
        try request.validate()
        #expect(Set(request.products.map(\.name)).count == request.products.count)
        let facets = try await Shelf(request.products).search(SearchProducts()).facets
        #expect(facets.category.map(\.value) == ["fruit", "flower", "cupcake"])
        #expect(facets.category.map(\.count) == [13, 9, 1])
        let flowers = request.products.filter { $0.category == "flower" }
        for flower in flowers {
            #expect(flower.seller?.occupation != nil && flower.rating != nil && flower.description.count > 80)
        }
    }

    static let searches: [(text: String, found: [String])] = [
        ("berr", ["Blueberries", "Strawberries"]), ("bananna", ["Bananas"]), ("KIWI", ["Kiwi"]),
        ("rose bouq", ["Rose Bouquet"]), ("cupcake", ["Cupcake"]),
        ("k", ["Kiwi", "Cupcake"]),
    ]

    @Test(arguments: searches) func `the first searches find what they should`(
        text: String, found: [String]
    ) async throws {
        #expect(try await Shelf(try Self.request().products).names(text) == found)
    }
}
