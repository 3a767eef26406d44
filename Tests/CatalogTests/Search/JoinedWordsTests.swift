import Contracts
import Testing

@testable import Catalog

/// A sign between letters may be typed, left out or be a blank.
@Suite struct JoinedWordsTests {
    private static let spellings = [
        ["Kit-Kat", "Kit Kat", "KitKat", "Kit–Kat", "Kit'Kat"], ["Wi-Fi", "Wi Fi", "WiFi"],
        ["T-Shirt", "T Shirt", "Tshirt"], ["Rock-'n'-Roll", "Rock n Roll", "Rock'n'Roll", "RocknRoll"],
        ["7-Up", "7 Up", "7Up"], ["Valentine’s", "Valentine's", "Valentines"],
        ["Blåbær-te", "Blabaer te", "BLÅBÆRTE"], ["Extra-Virgin", "extra virgin", "ExtraVirgin"],
        ["Dragonfruit", "Dragon fruit"],
    ]

    @Test(arguments: spellings) func `each spelling finds each, a single word itself first`(
        spellings: [String]
    ) async throws {
        let names = spellings.map { "\($0) classic" }
        let shelf = try await Shelf(names: names + ["Akitkats wifis", "Kit bag", "Kart"])
        for (number, spelling) in spellings.enumerated() {
            for typed in [spelling, spelling.lowercased(), spelling.uppercased()] {
                let found = try await shelf.names(typed)
                #expect(Set(found).isSuperset(of: names), "\(typed): \(found)")
                // Two spellings may be one to a search, and words with a blank between them stand whole in most.
                guard !typed.contains(" ") else { continue }
                let first = found.first.map { SearchText.field($0) }
                #expect(first == SearchText.field(names[number]), "\(typed): \(found)")
            }
        }
    }

    @Test func `the exact word comes before the joined one, that before a beginning`() async throws {
        let shelf = try await Shelf(names: [
            "A Kitkat", "B Kit-Kat", "C Kitkats", "D Minikitkat", "E Kit-Kats",
        ])
        #expect(
            try await shelf.names("kitkat") == [
                "A Kitkat", "B Kit-Kat", "C Kitkats", "D Minikitkat", "E Kit-Kats",
            ])
        #expect(try await shelf.names("kit-kat").prefix(2) == ["B Kit-Kat", "A Kitkat"])
    }

    @Test(arguments: ["dberries", "sfr", "esfresh", "dber-ries"])
    func `letters across words are no word, but a description may have it`(text: String) async throws {
        let shelf = try await Shelf([
            try product("a", "Red Berries Fresh", description: "Red."),
            try product("b", "Thing", category: "Red Berries"),
        ])
        #expect(try await shelf.matches(text).allSatisfy { $0 == .similar })
        try await shelf.put([
            try product("a", "Red Berries Fresh", description: "Not \(text), but fresh."),
            try product("c", "Red Berries Fresh, too"),
        ])
        #expect(try await shelf.names(text) == ["Red Berries Fresh"])
        #expect(try await shelf.matches(text) == [.description])
    }

    @Test(arguments: [
        ("1,5", "15 pens"), ("15", "1,5 pens"), ("15", "1 5 pens"), ("1-5", "15 pens"), ("+-", "pens"),
        ("-kat", "Kit kat"), ("abc", "a"),
    ])
    func `between digits a sign counts, and so does one that is not between letters`(
        text: String, name: String
    ) async throws {
        #expect(try await Shelf(names: [name]).names(text) == [])
    }

    @Test func `a category and a description have their signs left out, too`() async throws {
        let shelf = try await Shelf([
            try product("a", "Thing", category: "Wi-Fi"),
            try product("b", "Bar", description: "Like a kit-kat."),
            try product("c", "Other", description: "All about kitkat"),
            try product("d", "More", description: "Or a kit kat"),
        ])
        #expect(try await shelf.names("wifi") == ["Thing"])
        #expect(try await shelf.names("wi fi") == ["Thing"])
        #expect(Set(try await shelf.names("kitkat")) == ["Bar", "Other"])
        #expect(Set(try await shelf.names("kit kat")) == ["Bar", "Other", "More"])
        #expect(Set(try await shelf.names("kit-kat")) == ["Bar", "Other", "More"])
    }

    @Test func `a joined form is found as by leaving out all signs at every beginning`() throws {
        var generator = SystemRandomNumberGenerator()
        func text(_ count: ClosedRange<Int>, _ letters: String) -> String {
            String((0..<Int.random(in: count, using: &generator)).map { _ in letters.randomElement() ?? "a" })
        }
        for _ in 0..<3000 {
            let joined = try #require(JoinedWord(Array("\(text(3...5, "ab"))".utf8)))
            let field = Array(SearchText.field(text(0...30, "aab -")).utf8)
            let starts = field.indices.dropLast().filter { field[$0] == UInt8(ascii: " ") }.map {
                Array(field[$0...])
            }
            let expected: [Standing.Form] = starts.filter { !SearchText.isGap($0[1]) }.compactMap { rest in
                guard SearchText.joined(rest).starts(with: joined.bytes) else { return nil }
                var letters = 0
                let end = rest.indices.first { place in
                    letters += SearchText.isGap(rest[place]) ? 0 : 1
                    return letters == joined.bytes.count
                }
                return end.map { rest[$0 + 1] == UInt8(ascii: " ") ? .joined : .joinedPrefix }
            }
            var steps = 0
            #expect(joined.form(in: field, steps: &steps) == expected.min())
            #expect(steps <= joined.bytes.count * field.count)
        }
    }
}
