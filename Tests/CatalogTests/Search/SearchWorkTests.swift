import Contracts
import Messaging
import SQLiteStores
import Testing
import Threading
import WireProtocol

@testable import Catalog

/// No text and no products make a search endless, or hold up others.
@Suite struct SearchWorkTests {
    private static let name = String(repeating: "a", count: Bounds.textBytes)
    /// One error away from a part of the name, at every place of it.
    private static let mistyped = String(repeating: "a", count: 500) + "b"

    /// Says of every product that it holds whatever was asked for, or of none.
    private struct Phrases: PhraseIndex {
        let slots: [Int]
        func slots(holding phrases: [Phrase]) -> [Int] { slots }
        func description(at slot: Int) -> [UInt8]? { nil }
    }

    private static func index(_ count: Int) throws -> SearchIndex {
        var index = SearchIndex()
        for number in 0..<count {
            index.put(IndexedProduct(try product("p\(number)", name)), at: number)
        }
        return index
    }

    @Test func `a search that is too much ends with what it has found, and says so`() async throws {
        let index = try Self.index(20)
        let all = SearchWork(limit: .max)
        let query = SearchQuery(text: Self.mistyped)
        let whole = try await index.search(query, phrases: Phrases(slots: []), work: all)
        #expect(whole.total == 20 && !whole.isCutShort)
        let half = SearchWork(limit: all.spent / 2)
        let part = try await index.search(query, phrases: Phrases(slots: []), work: half)
        #expect((8...11).contains(part.total) && part.isCutShort)
        // It goes over its limit by one product at most.
        #expect(half.spent <= all.spent / 2 + all.spent / 15)
        let none = try await index.search(query, phrases: Phrases(slots: []), work: SearchWork(limit: 0))
        #expect(none.items.isEmpty && none.isCutShort)
    }

    @Test(arguments: [1, 2, 512, 1000]) func `a word that repeats itself is found in one walk`(
        letters: Int
    ) async throws {
        let index = try Self.index(20)
        let work = SearchWork()
        let query = SearchQuery(text: String(repeating: "a", count: letters))
        let page = try await index.search(query, phrases: Phrases(slots: Array(0..<20)), work: work)
        #expect(page.total == 20 && page.items.allSatisfy { $0.match == .name })
        #expect(work.spent < 20 * (Bounds.textBytes + 300))
    }

    @Test func `a form is found as by comparing at every place`() {
        var generator = SystemRandomNumberGenerator()
        func text(_ count: ClosedRange<Int>, _ letters: String) -> String {
            String((0..<Int.random(in: count, using: &generator)).map { _ in letters.randomElement() ?? "a" })
        }
        for _ in 0..<3000 {
            guard let word = SearchWord(field: " \(text(1...5, "ab")) ") else { continue }
            let field = SearchText.field(text(0...30, "aab "))
            let spaced = " \(word.text)"
            let expected: Standing.Form? =
                field.contains("\(spaced) ")
                ? .whole : field.contains(spaced) ? .prefix : field.contains(word.text) ? .part : nil
            #expect(Standing.Form(of: word, in: Array(field.utf8)) == expected, "\(word.text) in \(field)")
        }
    }

    @Test func `a long search for a mistyped word is not much work`() async throws {
        let work = SearchWork()
        let page = try await Self.index(250).search(
            SearchQuery(text: Self.mistyped), phrases: Phrases(slots: []), work: work)
        #expect(page.total == 250 && !page.isCutShort)
        #expect(work.spent < 250 * 10 * Bounds.textBytes)
    }

    @Test func `a typing error is found as by comparing at every place`() {
        var generator = SystemRandomNumberGenerator()
        func text(_ count: ClosedRange<Int>, _ letters: String) -> String {
            String((0..<Int.random(in: count, using: &generator)).map { _ in letters.randomElement() ?? "a" })
        }
        for letters in ["ab", "aab%", "abcd", "aé", "abcdefgh%"] {
            for round in 0..<2000 {
                guard let word = SearchWord(field: " \(text(1...8, letters)) ") else { continue }
                // Long ones are looked at in another way.
                let field = SearchText.bytes(text(0...(round < 1500 ? 24 : 900), letters + " "))
                #expect(
                    MistypedWord(word).form(in: field) == ComparedWord(word).form(in: field),
                    "\(word.text) in \(String(decoding: field, as: UTF8.self))")
            }
        }
    }

    @Test func `a very long word is compared to its end wherever it stands`() async throws {
        let word = String(repeating: "long", count: 20)
        let shelf = try await Shelf([
            try product("name", "The \(word)"), try product("description", "Other", description: "a \(word)"),
            try product("near", "The \(word.dropLast())x"),
            try product("nearby", "Another", description: "a \(word.dropLast())x"),
        ])
        #expect(
            try await shelf.search(SearchProducts(text: word)).items.map(\.product.sku.text) == [
                "name", "description",
            ])
        #expect(try await shelf.matches(word) == [.name, .description])
        #expect(try await shelf.names("\(word) other") == ["Other"])
    }

    @Test func `a search that nobody waits for ends between its slices`() async throws {
        struct Gone: Error {}
        let asked = Locked(0)
        let work = SearchWork {
            asked.withLock { $0 += 1 }
            if asked.withLock({ $0 }) == 3 { throw Gone() }
        }
        await #expect(throws: Gone.self) {
            _ = try await Self.index(1000).search(
                SearchQuery(text: Self.mistyped), phrases: Phrases(slots: []), work: work)
        }
        #expect(work.spent < 7_000_000)
    }

    @Test func `a search whose time is up is not begun`() async throws {
        let shelf = try await Shelf(names: ["Apple"])
        let context = CallContext(method: "test", now: Timestamp(milliseconds: 0), remainingMilliseconds: 0)
        let fault = await #expect(throws: Fault.self) {
            _ = try await shelf.catalog.search(SearchProducts(text: "apple"), context)
        }
        #expect(fault?.code == "deadline_exceeded")
    }

    @Test(.timeLimit(.minutes(1)))
    func `others have their turn while a long search lasts, and may change what it finds`() async throws {
        let shelf = try await Shelf(names: Array(repeating: Self.name, count: 1000))
        let hasEnded = Locked(false)
        let (slices, slice) = AsyncStream.makeStream(of: Void.self)
        let search = Task {
            let page = try await shelf.store.search(SearchQuery(text: Self.mistyped)) { slice.yield() }
            hasEnded.withLock { $0 = true }
            return page
        }
        var iterator = slices.makeAsyncIterator()
        await iterator.next()
        await iterator.next()
        _ = try await shelf.store.remove([try sku("p0")])
        #expect(try await shelf.store.products([try sku("p1")]).count == 1)
        #expect(!hasEnded.withLock { $0 })
        let page = try await search.value
        #expect(page.total == 1000 && page.items.count == 19)
        #expect(!page.items.contains { $0.product.sku.text == "p0" })
    }

    @Test func `the answer says that it is partial`() async throws {
        let shelf = try await Shelf(
            (0..<20).map { try product("p\($0)", Self.name) }, mostSearchWork: 100_000)
        let reply = try await shelf.search(SearchProducts(text: Self.mistyped))
        #expect(reply.partial == true && (1...19).contains(reply.total))
        #expect(try await shelf.search(SearchProducts(text: "aaaa")).partial == nil)
    }
}

/// A word with one typing error, looked for letter by letter from every start: slow, and plain.
private struct ComparedWord {
    let word: [Unicode.Scalar]

    init(_ word: SearchWord) { self.word = Array(word.text.unicodeScalars) }

    func form(in bytes: [UInt8]) -> Standing.Form? {
        let field = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        let size = word.count { $0 != " " }
        guard size >= 3 else { return nil }
        var forms: [Standing.Form] = []
        for start in field.indices.dropFirst() where field[start] != " " {
            let isFirst = field[start - 1] == " "
            guard size >= 5 || isFirst else { continue }
            for end in ends(from: start, in: field) where field[start..<end].count(where: { $0 != " " }) >= 3
            {
                forms.append(!isFirst ? .part : field[end] == " " ? .whole : .prefix)
            }
        }
        return forms.min()
    }

    private func ends(from start: Int, in field: [Unicode.Scalar]) -> [Int] {
        var same = 0
        while same < word.count, start + same < field.count, word[same] == field[start + same] { same += 1 }
        let here = start + same
        guard same < word.count, here < field.count else { return [] }
        func end(_ rest: ArraySlice<Unicode.Scalar>, _ from: Int) -> [Int] {
            from + rest.count < field.count && field[from...].starts(with: rest) ? [from + rest.count] : []
        }
        func isSign(_ scalar: Unicode.Scalar) -> Bool {
            scalar.isASCII && scalar != " " && !scalar.properties.isAlphabetic
                && scalar.properties.numericType == nil
        }
        var ends = end(word[same...], here + 1)
        guard !isSign(word[same]) else { return ends }
        ends += end(word[(same + 1)...], here + 1) + end(word[(same + 1)...], here)
        if same + 1 < word.count, here + 1 < field.count, word[same] == field[here + 1],
            word[same + 1] == field[here], !isSign(word[same + 1])
        {
            ends += end(word[(same + 2)...], here + 2)
        }
        return ends
    }
}
