import Contracts
import Testing

@Suite struct SearchOrderTests {
    @Test func `any part of a name matches`() async throws {
        let shelf = try await Shelf(names: ["Strawberries", "Blueberries", "Bananas"])
        #expect(try await shelf.names("berr") == ["Blueberries", "Strawberries"])
        #expect(try await shelf.names("trawb") == ["Strawberries"])
        #expect(try await shelf.names("ies") == ["Blueberries", "Strawberries"])
    }

    @Test func `all words must match, each anywhere, in any order`() async throws {
        let shelf = try await Shelf([
            try product("a", "Green tea", description: "from Uji", category: "drinks"),
            try product("b", "Black tea", description: "from Assam", category: "drinks"),
            try product("c", "Green apple", category: "fruit"),
        ])
        #expect(try await shelf.names("tea green") == ["Green tea"])
        #expect(try await shelf.names("assam drinks tea") == ["Black tea"])
        #expect(try await shelf.names("green assam") == [])
        #expect(try await shelf.names("een app") == ["Green apple"])
    }

    @Test
    func `name before category before description, whole before prefix before part, then name, then sku`()
        async throws
    {
        let expected: [(name: String, category: String, description: String, match: SearchMatch)] = [
            ("A rose", "x", "", .name), ("Rose", "x", "", .name), ("Rose", "x", "", .name),
            ("Roses", "x", "", .name), ("Z rosebud", "x", "", .name), ("Aprose", "x", "", .name),
            ("Primrose", "x", "", .name), ("Bud", "Rose", "", .category), ("Bed", "Roses", "", .category),
            ("Bad", "Tuberose", "", .category), ("Cup 9", "x", "a rose", .description),
            ("Cup 8", "x", "many roses", .description), ("Cup 7", "x", "primrose", .description),
        ]
        let products = try expected.enumerated().map { number, line in
            try product(
                "s\(10 + number)", line.name, description: line.description, category: line.category)
        }
        let shelf = try await Shelf(products.reversed() + [try product("none", "Tulip")])
        let items = try await shelf.search(SearchProducts(text: "rose")).items
        #expect(items.map(\.product.sku.text) == products.map(\.sku.text))
        #expect(items.map(\.match) == expected.map(\.match))
    }

    @Test func `a product stands where its weakest word stands`() async throws {
        let shelf = try await Shelf([
            try product("a", "Red rose", description: "tall"),
            try product("b", "Rose", description: "red, tall"),
            try product("c", "Tall red rose"),
        ])
        #expect(try await shelf.names("red rose") == ["Red rose", "Tall red rose", "Rose"])
        #expect(try await shelf.names("tall red rose") == ["Tall red rose", "Red rose", "Rose"])
    }

    @Test func `the order does not depend on other products`() async throws {
        let shelf = try await Shelf([
            try product("a", "Tea", description: "rose rose rose"),
            try product("b", "Cake", description: "rose"),
        ])
        #expect(try await shelf.names("rose") == ["Cake", "Tea"])
        try await shelf.put(try (0..<50).map { try product("x\($0)", "Rose", description: "rose") })
        #expect(try await shelf.names("rose").suffix(2) == ["Cake", "Tea"])
    }

    @Test(arguments: [nil, "", " ", "\u{3000}\t\n", "\u{200B}"]) func `an empty or blank text means browse`(
        text: String?
    ) async throws {
        let shelf = try await Shelf(names: ["Pear", "apple", "Łosoś", "Lemon", "Mint"])
        let reply = try await shelf.search(SearchProducts(text: text))
        #expect(reply.items.map(\.product.name) == ["apple", "Lemon", "Łosoś", "Mint", "Pear"])
        #expect(reply.total == 5)
    }

    @Test func `words of one and two letters are found in every part of a name`() async throws {
        let shelf = try await Shelf([
            try product("a", "Kiwi", description: "green"), try product("b", "Artichoke"),
            try product("c", "Pear", description: "thick skin, size K"),
            try product("d", "Plum", category: "sake"),
            try product("e", "Fig", description: "milky"),
        ])
        #expect(try await shelf.names("k") == ["Kiwi", "Artichoke", "Plum", "Pear"])
        #expect(try await shelf.names("ki") == ["Kiwi"])
        #expect(try await shelf.names("wi k") == ["Kiwi"])
        #expect(try await shelf.names("ch") == ["Artichoke"])
        #expect(try await shelf.names("k kiwi") == ["Kiwi"])
        #expect(try await shelf.names("pear k") == ["Pear"])
        #expect(try await shelf.names("q") == [])
    }

    static let long = [
        String(repeating: "a", count: 1024), String(repeating: "ab ", count: 341),
        (0..<256).map { "\(String($0 + 4096, radix: 16).suffix(3))" }.joined(separator: " "),
        String(repeating: "\"", count: 1024), String(repeating: "寿", count: 341),
        String(repeating: "\u{FDFA}", count: 341), String(repeating: "😀", count: 256),
    ]

    @Test(arguments: long) func `a text of a kibibyte is a search like any other`(text: String) async throws {
        #expect(try await Shelf(names: ["Apple"]).names(text) == [])
        let shelf = try await Shelf(names: ["Apple", String(text.prefix(300))])
        #expect(try await shelf.search(SearchProducts(text: String(text.prefix(300)))).total == 1)
    }
}
