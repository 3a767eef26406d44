import Contracts
import Testing
import WireProtocol

/// The same body means the same in both encodings: an equal value, or a fault with the same code and fields.
@Suite struct SameMeaningTests {
    /// What a body means to who reads it.
    private enum Meaning: Equatable {
        case value(String)
        case fault(code: String, fields: [String])
    }

    private static func meaning<R: Request>(
        _ type: R.Type, _ body: [UInt8], _ content: ContentType
    ) -> Meaning {
        do throws(Fault) {
            let request = try WireCoding(content).decode(type, from: body, mostEntries: type.mostBodyEntries)
            try request.validate()
            return .value(String(decoding: try WireCoding(.json).encode(request), as: UTF8.self))
        } catch {
            return .fault(code: error.code, fields: error.details.map(\.field))
        }
    }

    private static func meanings<R: Request>(
        _ type: R.Type, _ tree: WireTree, _ generator: inout some RandomNumberGenerator
    ) -> [Meaning] {
        ContentType.allCases.map { meaning(type, tree.body($0, &generator), $0) }
    }

    private static func isSame(_ meanings: [Meaning]) -> Bool { Set(meanings.map { "\($0)" }).count == 1 }

    @Test(arguments: shopRequests.map { $0.method })
    func `a request with something changed is read alike`(method: String) throws {
        let request = try #require(shopRequests.first { $0.method == method })
        var generator = SystemRandomNumberGenerator()
        let golden = try WireCoding().decode(
            JSONValue.self, from: try GoldenFile.wireBytes("\(method).request"))
        for round in 0..<300 {
            var tree = WireTree(golden)
            for _ in 0..<min(round, 1) { tree = tree.changed(&generator) }
            let meanings = Self.meanings(request, tree, &generator)
            #expect(
                Self.isSame(meanings), "\(String(decoding: tree.body(.json, &generator), as: UTF8.self))")
        }
    }

    @Test func `a random basket is read alike`() throws {
        var random = RandomQuotes()
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let json = try WireCoding(.json).encode(random.basket())
            let tree = WireTree(try WireCoding().decode(JSONValue.self, from: json)).changed(&generator)
            let meanings = Self.meanings(QuoteBasket.self, tree, &generator)
            #expect(
                Self.isSame(meanings), "\(String(decoding: tree.body(.json, &generator), as: UTF8.self))")
        }
    }

    private static let line: [(key: String, value: WireTree)] = [
        ("sku", .text("kiwi")), ("quantity", .integer(1)),
    ]

    private static func basket(_ options: [(key: String, value: WireTree)]) -> WireTree {
        .object([
            ("currency", .text("USD")),
            ("lines", .list([.object(line), .object(line + [("options", .object(options))])])),
        ])
    }

    static let twins: [(String, String)] = [
        ("a", "a"), ("caf\u{e9}", "caf\u{e9}"), ("caf\u{e9}", "cafe\u{301}"), ("cafe\u{301}", "caf\u{e9}"),
        ("K", "\u{212A}"), ("\u{C5}", "\u{212B}"), ("a\u{323}\u{307}", "a\u{307}\u{323}"),
        ("long enough not to be short " + "\u{e9}", "long enough not to be short " + "e\u{301}"),
    ]

    @Test(arguments: twins, [0, 40])
    func `a key that stands twice, by whichever spelling, is refused with its path`(
        keys: (String, String), between: Int
    ) {
        var generator = SystemRandomNumberGenerator()
        let others = (0..<between).map { (key: "other \($0)", value: WireTree.list([])) }
        let tree = Self.basket(
            [(keys.0, .list([.text("a")]))] + others + [(keys.1, .list([.text("z")]))])
        for _ in 0..<10 {
            for meaning in Self.meanings(QuoteBasket.self, tree, &generator) {
                #expect(
                    meaning == .fault(code: "invalid_request", fields: ["lines[1].options.\(keys.1)"]))
            }
        }
    }

    @Test func `a key in either spelling is the same option`() {
        var generator = SystemRandomNumberGenerator()
        let meanings = ["caf\u{e9}", "cafe\u{301}"].flatMap { key in
            ContentType.allCases.map { type in
                try? WireCoding(type).decode(
                    QuoteBasket.self,
                    from: Self.basket([(key, .list([.text(key)]))]).body(type, &generator))
            }
        }
        #expect(meanings.allSatisfy { $0 != nil && $0 == meanings[0] })
    }

    @Test func `no field of a message has a second spelling`() throws {
        // Beyond ASCII there are signs that Unicode holds equal to one within it: K, ` and ; have such a twin.
        for name in try GoldenFile.names() {
            let json = String(decoding: try GoldenFile.wireBytes(name), as: UTF8.self)
            for match in json.matches(of: #/"([^"]+)":/#) {
                #expect(!match.output.1.contains(where: { "K;`".contains($0) }), "\(name)")
            }
        }
    }

    @Test(arguments: [60, 62, 63, 64, 65, 100, 101])
    func `both encodings end at the same depth`(depth: Int) {
        var generator = SystemRandomNumberGenerator()
        let nested = (0..<depth).reduce(WireTree.integer(1)) { inner, _ in .list([inner]) }
        let tree = WireTree.object([("stream", .text("prices")), ("other", nested)])
        let meanings = Self.meanings(PricingSync.self, tree, &generator)
        #expect(Self.isSame(meanings))
        #expect((meanings[0] == .fault(code: "invalid_request", fields: [""])) == (depth > 63))
    }
}
