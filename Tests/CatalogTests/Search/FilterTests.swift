import Catalog
import Contracts
import Testing
import WireProtocol

@Suite struct FilterTests {
    static func shelf() async throws -> Shelf {
        try await Shelf([
            try product(
                "a", "Red rose", category: "Flower", seller: "Mara", tags: ["red", "gift"], rating: 4.5),
            try product("b", "White rose", category: "Flower", seller: "Joris", tags: ["gift"], rating: 5),
            try product(
                "c", "Rose cake", category: "Cake", seller: "Mara", tags: ["red", "red"], rating: 4.5),
            try product("d", "Rose tea", category: "Drink", tags: []),
            try product("e", "Apple", category: "Fruit", seller: "Łukasz", tags: ["red"], rating: 0),
        ])
    }

    static let cases: [(SearchProducts, [String])] = [
        (SearchProducts(categories: ["Flower"]), ["a", "b"]),
        (SearchProducts(categories: ["flower", "CAKE"]), ["a", "c", "b"]),
        (SearchProducts(sellers: ["mara"]), ["a", "c"]), (SearchProducts(sellers: ["lukasz"]), ["e"]),
        (SearchProducts(tags: ["red"]), ["e", "a", "c"]), (SearchProducts(tags: ["red", "gift"]), ["a"]),
        (SearchProducts(categories: ["nothing"]), []), (SearchProducts(sellers: ["nobody"]), []),
        (SearchProducts(tags: ["none"]), []), (SearchProducts(categories: ["Flow"]), []),
        (SearchProducts(text: "rose", categories: ["Flower"], sellers: ["Mara"], tags: ["gift"]), ["a"]),
        (SearchProducts(text: "rose", tags: ["red"]), ["a", "c"]),
        (SearchProducts(categories: [], sellers: [], tags: []), ["e", "a", "c", "d", "b"]),
        (SearchProducts(sort: .name), ["e", "a", "c", "d", "b"]),
        (SearchProducts(sort: .ratingDescending), ["b", "a", "c", "e", "d"]),
        (SearchProducts(text: "rose", sort: .name), ["a", "c", "d", "b"]),
        (SearchProducts(text: "rose", sort: .ratingDescending), ["b", "a", "c", "d"]),
    ]

    @Test(arguments: cases) func `filters and sorts`(request: SearchProducts, expected: [String]) async throws
    {
        let reply = try await Self.shelf().search(request)
        #expect(reply.items.map(\.product.sku.text) == expected)
        #expect(reply.total == expected.count)
    }

    @Test func `what a filter takes as one value is one facet, in its most frequent spelling`() async throws {
        let shelf = try await Shelf([
            try product("a", "A", category: "Tea", seller: "Łukasz", tags: ["Gift", "gift", "GIFT"]),
            try product("b", "B", category: "tea", seller: "lukasz", tags: ["gift"]),
            try product("c", "C", category: "tea", seller: "Łukasz", tags: ["Gift"]),
            try product("d", "D", category: "Cake", seller: "Mara", tags: ["gift"]),
        ])
        let facets = SearchFacets(
            category: [.init(value: "tea", count: 3), .init(value: "Cake", count: 1)],
            seller: [.init(value: "Łukasz", count: 3), .init(value: "Mara", count: 1)],
            tag: [.init(value: "gift", count: 4)])
        #expect(try await shelf.search(SearchProducts()).facets == facets)
        // The spelling is the shop's, not that of the hits.
        let found = try await shelf.search(SearchProducts(text: "a", categories: ["TEA"]))
        #expect(found.facets.category.map(\.value) == ["tea"])
        _ = try await shelf.catalog.remove(RemoveProducts(skus: [try sku("b"), try sku("c")]), shelf.context)
        let left = try await shelf.search(SearchProducts())
        #expect(left.facets.category.map(\.value) == ["Cake", "Tea"])
        for facet in left.facets.category {
            #expect(try await shelf.search(SearchProducts(categories: [facet.value])).total == facet.count)
        }
    }

    @Test func `facets count all hits, not only the page's, with the filters applied`() async throws {
        let shelf = try await Self.shelf()
        let all = try await shelf.search(SearchProducts(text: "rose", limit: 1))
        #expect(all.items.count == 1)
        #expect(all.total == 4)
        #expect(
            all.facets
                == SearchFacets(
                    category: [
                        .init(value: "Flower", count: 2), .init(value: "Cake", count: 1),
                        .init(value: "Drink", count: 1),
                    ],
                    seller: [.init(value: "Mara", count: 2), .init(value: "Joris", count: 1)],
                    tag: [.init(value: "gift", count: 2), .init(value: "red", count: 2)]))
        let red = try await shelf.search(SearchProducts(text: "rose", tags: ["red"]))
        #expect(
            red.facets
                == SearchFacets(
                    category: [.init(value: "Cake", count: 1), .init(value: "Flower", count: 1)],
                    seller: [.init(value: "Mara", count: 2)],
                    tag: [.init(value: "red", count: 2), .init(value: "gift", count: 1)]))
    }

    @Test func `an answer names the hundred values of a facet that have the most hits`() async throws {
        var products = try (0..<150).map { try product("p\($0)", "P\($0)", tags: ["tag\(1000 + $0)"]) }
        products.append(try product("x", "X", tags: ["tag1149"]))
        let tags = try await Shelf(products).search(SearchProducts()).facets.tag
        #expect(tags.count == 100)
        #expect(tags.first == FacetCount(value: "tag1149", count: 2))
        #expect(tags.last == FacetCount(value: "tag1098", count: 1))
    }
}
