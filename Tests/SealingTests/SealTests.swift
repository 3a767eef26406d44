import Sealing
import Testing

@Suite struct SealTests {
    let key = SealingKey.random()
    static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \0é")

    @Test(arguments: [0, 1, 2, 3, 31, 32, 1000, 70000])
    func `what was sealed is opened`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        #expect(try key.open(key.seal(bytes, context: "quote"), context: "quote") == bytes)
    }

    @Test func `a token is URL-safe text with a version`() {
        let token = key.seal(Array(0...255), context: "")
        #expect(token.hasPrefix("s1."))
        #expect(
            token.dropFirst(3).allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
    }

    @Test func `the same bytes are never sealed into the same token`() {
        #expect(Set((0..<100).map { _ in key.seal([1, 2, 3], context: "quote") }).count == 100)
    }

    @Test(arguments: [0, 1, 2, 3])
    func `every alteration of one character is refused`(count: Int) {
        let token = Array(key.seal(Array(repeating: 7, count: count), context: "quote"))
        for index in token.indices {
            for letter in SealTests.letters where letter != token[index] {
                var altered = token
                altered[index] = letter
                #expect(throws: SealError.self) { try key.open(String(altered), context: "quote") }
            }
        }
    }

    @Test func `a token cut short, made longer or with a letter taken out or put in is refused`() {
        let token = Array(key.seal([1, 2, 3, 4], context: "quote"))
        for index in token.indices {
            var shorter = token
            shorter.remove(at: index)
            var longer = token
            longer.insert("A", at: index)
            for altered in [Array(token.prefix(index)), shorter, longer, token + ["A"], token + ["=", "="]] {
                #expect(throws: SealError.self) { try key.open(String(altered), context: "quote") }
            }
        }
    }

    @Test func `another key or another context does not open it`() {
        let token = key.seal([1], context: "quote")
        #expect(throws: SealError.notAuthentic) { try SealingKey.random().open(token, context: "quote") }
        #expect(throws: SealError.notAuthentic) { try key.open(token, context: "cursor") }
    }

    @Test(arguments: [
        "", "s1.", "s2.AAAA", "hello", "s1.!!", "s1.AAAA", "s1", String(repeating: "s1.", count: 999),
    ])
    func `what is no token is refused`(text: String) {
        #expect(throws: SealError.self) { try key.open(text, context: "quote") }
    }

    @Test func `a key does not show itself`() {
        var dumped = ""
        dump(key, to: &dumped)
        #expect("\(key)" == "SealingKey(secret)")
        #expect(String(reflecting: key) == "SealingKey(secret)")
        #expect(dumped.contains("secret") && !dumped.contains("bytes"))
    }

    @Test(arguments: [0, 31, 33]) func `a key has 32 bytes`(count: Int) {
        #expect(SealingKey(bytes: Array(repeating: 1, count: count)) == nil)
    }
}

@Suite struct RandomIdentifierTests {
    @Test func `identifiers are URL-safe, of the length asked for, and all different`() {
        let identifiers = (0..<1000).map { _ in randomIdentifier() }
        #expect(Set(identifiers).count == 1000)
        #expect(identifiers.allSatisfy { $0.count == 22 })
        #expect(randomIdentifier(bytes: 32).count == 43)
    }
}

@Suite struct ContentHashTests {
    static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    // RFC 7693 defines BLAKE2b; the values are those of other implementations (b2sum --length 256 and 128).
    @Test func `hashes are BLAKE2b`() {
        let of32 = ContentHashTests.hexadecimal(contentHash(Array("abc".utf8)))
        #expect(of32 == "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319")
        let of16 = ContentHashTests.hexadecimal(contentHash(Array("abc".utf8), byteCount: 16))
        #expect(of16 == "cf4ab791c62b8d2b2109c90275287816")
    }

    @Test func `a keyed hash depends on the key`() {
        let (one, other) = (SealingKey.random(), SealingKey.random())
        #expect(contentHash([1], key: one) == contentHash([1], key: one))
        #expect(contentHash([1], key: one) != contentHash([1], key: other))
        #expect(contentHash([1], key: one) != contentHash([1]))
    }

    @Test func `nothing has a hash, too, and it is that of nothing else`() {
        #expect(contentHash([]).count == 32)
        #expect(contentHash([]) != contentHash([0]))
    }
}
