import Contracts
import Testing

@Suite struct TypingErrorTests {
    static let names = [
        "Bananas", "Strawberries", "Kiwi", "Apples", "Mangos", "Dragon Fruits", "Łosoś wędzony",
        "Ёлка зелёная",
    ]
    static let similar: [(text: String, found: [String])] = [
        ("bananna", ["Bananas"]), ("bnana", ["Bananas"]), ("bamana", ["Bananas"]), ("abnanas", ["Bananas"]),
        ("banasas", ["Bananas"]), ("bananasx", ["Bananas"]), ("strawbery", ["Strawberries"]),
        ("strwaberries", ["Strawberries"]), ("awbarri", ["Strawberries"]), ("kiwu", ["Kiwi"]),
        ("kwii", ["Kiwi"]),
        ("kwi", ["Kiwi"]), ("aple", ["Apples"]), ("appels", ["Apples"]), ("mamgo", ["Mangos"]),
        ("dragon frut", ["Dragon Fruits"]), ("łososz", ["Łosoś wędzony"]),
        ("wedzomy", ["Łosoś wędzony"]), ("ялка", ["Ёлка зелёная"]), ("зеленя", ["Ёлка зелёная"]),
    ]

    @Test(arguments: similar) func `one typing error still finds, marked similar`(
        text: String, found: [String]
    ) async throws {
        let shelf = try await Shelf(names: Self.names)
        #expect(try await shelf.names(text) == found)
        #expect(try await shelf.matches(text).allSatisfy { $0 == .similar })
    }

    static let nothing = [
        "banxnxa", "nnbanana", "xyzzy", "kwu", "ki%", "zz", "q", "bxnana kixi", "draggon fruuits", "wiik",
        "banan%", "b%nanas", "kiw*",
        "pples x",
    ]

    @Test(arguments: nothing) func `two errors, or an error in too short a part, find nothing`(
        text: String
    ) async throws {
        #expect(try await Shelf(names: Self.names).names(text) == [])
    }

    @Test func `what matches leaves no room for what is similar`() async throws {
        let shelf = try await Shelf(names: ["Banana", "Bahana"])
        #expect(try await shelf.names("banana") == ["Banana"])
        #expect(try await shelf.matches("banana") == [.name])
    }

    @Test func `a filter that leaves nothing does not make a search similar`() async throws {
        let shelf = try await Shelf([
            try product("a", "Banana", category: "fruit"), try product("b", "Bahana", category: "flower"),
        ])
        #expect(try await shelf.search(SearchProducts(text: "banana", categories: ["flower"])).total == 0)
        let similar = try await shelf.search(SearchProducts(text: "banama", categories: ["fruit"]))
        #expect(similar.items.map(\.product.name) == ["Banana"])
        #expect(similar.facets.category == [FacetCount(value: "fruit", count: 1)])
    }

    @Test func `the other words may stand anywhere, the mistyped one in name or category`() async throws {
        let shelf = try await Shelf([
            try product("a", "Banana", description: "ripe and sweet", category: "fruit"),
            try product("b", "Banana bread", category: "bakery"),
        ])
        #expect(try await shelf.names("bananna ripe") == ["Banana"])
        #expect(try await shelf.names("banana bakrey") == ["Banana bread"])
        #expect(try await shelf.names("banana swete") == [])
    }

    @Test func `whole words come before beginnings before parts`() async throws {
        let shelf = try await Shelf(names: ["Primroses", "Roses", "Rosebuds", "Big roses"])
        #expect(try await shelf.names("roqes") == ["Big roses", "Roses", "Primroses"])
    }
}
