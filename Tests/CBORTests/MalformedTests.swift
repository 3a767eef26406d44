import CBOR
import Testing

/// What is no well-formed item of ours, and how the error says so.
@Suite struct MalformedTests {
    private struct Basket: Codable, Equatable {
        struct Line: Codable, Equatable {
            var sku: String
            var quantity: Int
        }
        var lines: [Line]
        var note: String?
    }

    private func refusal(_ bytes: [UInt8]) -> (path: String, error: CBORError)? {
        do {
            _ = try CBORDecoder().decode(Basket.self, from: bytes)
            return nil
        } catch DecodingError.dataCorrupted(let context) {
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return (context.underlyingError as? CBORError).map { (path, $0) }
        } catch {
            return nil
        }
    }

    private static let table: [(String, String, CBORError)] = [
        ("", "", CBORError(.truncated, at: 0)),
        ("a1", "", CBORError(.truncated, at: 0)),
        ("a1 65 6c696e65", "", CBORError(.truncated, at: 1)),
        ("a1 65 6c696e6573", "lines", CBORError(.truncated, at: 7)),
        ("bf 65 6c696e6573", "lines", CBORError(.truncated, at: 7)),
        ("bf 65 6c696e6573 9f", "lines.0", CBORError(.truncated, at: 8)),
        ("bf 65 6c696e6573 9f 01 19 00", "lines.1", CBORError(.truncated, at: 9)),
        ("bf 65 6c696e6573 9f a1 63 736b75 62 61 ff ff", "lines.0.sku", CBORError(.invalidUTF8, at: 13)),
        ("bf 65 6c696e6573 9f a1 63 736b75 64 61", "lines.0.sku", CBORError(.truncated, at: 13)),
        ("a1 65 6c696e6573 9b ff ff ff ff ff ff ff ff", "lines", CBORError(.truncated, at: 7)),
        ("a1 65 6c696e6573 bb ff ff ff ff ff ff ff ff", "lines", CBORError(.truncated, at: 7)),
        ("a1 65 6c696e6573 7b ff ff ff ff ff ff ff ff", "lines", CBORError(.truncated, at: 7)),
        ("a1 65 6c696e6573 5b 7f ff ff ff ff ff ff ff", "lines", CBORError(.truncated, at: 7)),
        ("a1 65 6c696e6573 9a 7f ff ff ff 00", "lines", CBORError(.truncated, at: 7)),
        ("a1 65 6c696e6573 80 00", "", CBORError(.trailingBytes, at: 8)),
        ("1c", "", CBORError(.malformed, at: 0)),
        ("1f", "", CBORError(.malformed, at: 0)),
        ("3f", "", CBORError(.malformed, at: 0)),
        ("df", "", CBORError(.malformed, at: 0)),
        ("df 00", "", CBORError(.malformed, at: 0)),
        ("c0", "", CBORError(.truncated, at: 1)),
        ("ff", "", CBORError(.malformed, at: 0)),
        ("81 ff", "0", CBORError(.malformed, at: 1)),
        ("bf 61 61 ff", "a", CBORError(.malformed, at: 3)),
        ("9f c0 ff", "0", CBORError(.malformed, at: 2)),
        ("f8 18", "", CBORError(.malformed, at: 0)),
        ("f8 1f", "", CBORError(.malformed, at: 0)),
        ("f8", "", CBORError(.truncated, at: 0)),
        ("fc", "", CBORError(.malformed, at: 0)),
        ("5f 61 61 ff", "", CBORError(.malformed, at: 1)),
        ("7f 41 61 ff", "", CBORError(.malformed, at: 1)),
        ("7f 7f 61 61 ff ff", "", CBORError(.malformed, at: 1)),
        ("7f 61 c3 61 bc ff", "", CBORError(.invalidUTF8, at: 1)),
        ("7f 61 61", "", CBORError(.truncated, at: 3)),
        ("62 c0 af", "", CBORError(.invalidUTF8, at: 0)),
        ("63 ed a0 80", "", CBORError(.invalidUTF8, at: 0)),
        ("a1 61 ff 00", "", CBORError(.invalidUTF8, at: 1)),
        ("a1 80 00", "", CBORError(.unsupportedKey, at: 1)),
        ("a1 f5 00", "", CBORError(.unsupportedKey, at: 1)),
        ("a1 41 61 00", "", CBORError(.unsupportedKey, at: 1)),
        ("a2 61 61 00 61 61 01", "", CBORError(.duplicateKey("a"), at: 4)),
        ("a2 61 61 00 78 01 61 01", "", CBORError(.duplicateKey("a"), at: 4)),
        ("a2 78 01 61 00 61 61 01", "", CBORError(.duplicateKey("a"), at: 5)),
        ("a2 61 61 00 7f 61 61 ff 01", "", CBORError(.duplicateKey("a"), at: 4)),
        ("a2 01 00 18 01 01", "", CBORError(.duplicateKey("1"), at: 3)),
        ("a2 01 00 61 31 01", "", CBORError(.duplicateKey("1"), at: 3)),
        ("bf 61 61 bf 60 00 60 01 ff ff", "a", CBORError(.duplicateKey(""), at: 6)),
        ("a1 61 61 82 00 a2 61 62 00 61 62 00", "a.1", CBORError(.duplicateKey("b"), at: 9)),
    ]

    @Test(arguments: table)
    func `a broken message says what and where`(bytes: String, path: String, error: CBORError) {
        let refusal = refusal(hex(bytes))
        #expect(refusal?.error == error)
        #expect(refusal?.path == path)
    }

    @Test func `64 levels are read, 65 are not`() throws {
        func nested(_ levels: Int, _ opening: [UInt8], _ innermost: [UInt8]) -> [UInt8] {
            Array(repeating: opening, count: levels).flatMap { $0 } + innermost
        }
        for opening in [hex("81"), hex("a1 61 61"), hex("c0 81")] {
            _ = try CBORDecoder().decode(Item.self, from: nested(64, opening, [0]))
            let tooDeep = refusal(nested(65, opening, [0]))
            #expect(tooDeep?.error.reason == .nestedTooDeeply)
        }
        #expect(refusal(nested(1_000_000, hex("9f"), []))?.error.reason == .nestedTooDeeply)
        #expect(refusal(nested(1_000_000, hex("bf 60"), []))?.error.reason == .nestedTooDeeply)
    }

    @Test func `a million tags are as good as none`() throws {
        let tagged = Array(repeating: 0xC6, count: 1_000_000) + hex("01")
        #expect(try CBORDecoder().decode(Int.self, from: tagged) == 1)
    }

    @Test func `many keys cost no more than their length`() throws {
        var bytes = hex("ba 00 03 0d 40")
        for number in 0..<200_000 {
            bytes += [0x1A] + (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } + [0xF6]
        }
        let start = ContinuousClock.now
        #expect(try CBORDecoder().decode([String: Bool?].self, from: bytes).count == 200_000)
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func `text that nobody reads is checked too`() {
        let hidden = hex("a2 65 6c696e6573 80 65 6f74686572 81 a1 61 78 62 c3 28")
        #expect(refusal(hidden)?.error == CBORError(.invalidUTF8, at: 18))
        #expect(refusal(hidden)?.path == "other.0.x")
    }
}
