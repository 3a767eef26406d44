import CBOR
import Testing

private enum Key: String, CodingKey {
    case a, b, c
}

/// What a type asks a decoder for, by hand.
@Suite struct ContainerReadingTests {
    private struct Opened: Decodable {
        var decoder: any Decoder
        init(from decoder: any Decoder) { self.decoder = decoder }
    }

    private func opened(_ bytes: String) throws -> any Decoder {
        try CBORDecoder().decode(Opened.self, from: hex(bytes)).decoder
    }

    @Test func `keys are found in any order, and again`() throws {
        let decoder = try opened("a3 61 61 a2 61 61 01 61 62 02 61 62 82 03 04 61 63 f6")
        let map = try decoder.container(keyedBy: Key.self)
        #expect(map.allKeys == [.a, .b, .c])
        #expect(try map.decodeNil(forKey: .c))
        #expect(try map.decode([Int].self, forKey: .b) == [3, 4])
        #expect(try map.decode([String: Int].self, forKey: .a) == ["a": 1, "b": 2])
        #expect(try map.decode([Int].self, forKey: .b) == [3, 4])
        #expect(map.contains(.c))
        #expect(try map.decodeIfPresent(Int.self, forKey: .c) == nil)
        let inner = try map.nestedContainer(keyedBy: Key.self, forKey: .a)
        #expect(try inner.decode(Int.self, forKey: .b) == 2)
        #expect(try inner.decode(Int.self, forKey: .a) == 1)
        #expect(!inner.contains(.c))
        #expect(inner.codingPath.map(\.stringValue) == ["a"])
    }

    @Test func `a failed read of a list does not move on`() throws {
        let decoder = try opened("9f 61 78 f6 f5 fb 3ff199999999999a 81 01 a0 ff")
        var list = try decoder.unkeyedContainer()
        #expect(list.count == 6)
        #expect(throws: DecodingError.self) { try list.decode(Int.self) }
        #expect(try list.decode(String.self) == "x")
        #expect(try list.decodeNil())
        #expect(try !list.decodeNil())
        #expect(try list.decode(Bool.self))
        #expect(list.currentIndex == 3)
        #expect(try list.decode(Double.self) == 1.1)
        var inner = try list.nestedUnkeyedContainer()
        #expect(try inner.decode(Int.self) == 1)
        #expect(inner.isAtEnd)
        #expect(throws: DecodingError.self) { try inner.decode(Int.self) }
        #expect(throws: DecodingError.self) { try inner.decodeNil() }
        #expect(inner.codingPath.map(\.stringValue) == ["4"])
        #expect(try list.nestedContainer(keyedBy: Key.self).allKeys.isEmpty)
        #expect(list.isAtEnd)
        #expect(throws: DecodingError.self) { try list.superDecoder() }
    }

    @Test func `a superclass is read from its own place`() throws {
        let decoder = try opened("a2 65 7375706572 05 61 61 06")
        let map = try decoder.container(keyedBy: Key.self)
        #expect(try Int(from: map.superDecoder()) == 5)
        #expect(try Int(from: map.superDecoder(forKey: .a)) == 6)
        #expect(throws: DecodingError.self) { try map.superDecoder(forKey: .b) }
    }

    private struct Basket: Codable {
        struct Line: Codable {
            var sku: String
            var quantity: Int8
            var gift: Bool?
        }
        var lines: [Line]
    }

    @Test(arguments: [
        ("a0", "keyNotFound lines"),
        ("a1 65 6c696e6573 f6", "valueNotFound lines"),
        ("a1 65 6c696e6573 a0", "typeMismatch lines"),
        ("a1 65 6c696e6573 81 f6", "valueNotFound lines.0"),
        ("a1 65 6c696e6573 81 80", "typeMismatch lines.0"),
        ("a1 65 6c696e6573 81 a1 63 736b75 61 61", "keyNotFound lines.0.quantity"),
        (
            "a1 65 6c696e6573 81 a2 63 736b75 61 61 68 7175616e74697479 18 ff",
            "dataCorrupted lines.0.quantity"
        ),
        (
            "a1 65 6c696e6573 81 a2 63 736b75 61 61 68 7175616e74697479 f9 3e00",
            "typeMismatch lines.0.quantity"
        ),
        ("a1 65 6c696e6573 81 a2 63 736b75 f7 68 7175616e74697479 01", "valueNotFound lines.0.sku"),
        (
            "a1 65 6c696e6573 81 a3 63 736b75 60 68 7175616e74697479 01 64 67696674 00",
            "typeMismatch lines.0.gift"
        ),
        ("80", "typeMismatch "),
        ("f6", "valueNotFound "),
    ]) func `a wrong shape names its place`(bytes: String, said: String) {
        #expect(Self.said(hex(bytes)) == said)
    }

    private static func said(_ bytes: [UInt8]) -> String {
        func words(_ kind: String, _ path: [any CodingKey]) -> String {
            "\(kind) \(path.map(\.stringValue).joined(separator: "."))"
        }
        do {
            _ = try CBORDecoder().decode(Basket.self, from: bytes)
            return "nothing"
        } catch DecodingError.keyNotFound(let key, let context) {
            return words("keyNotFound", context.codingPath + [key])
        } catch DecodingError.valueNotFound(_, let context) {
            return words("valueNotFound", context.codingPath)
        } catch DecodingError.typeMismatch(_, let context) {
            return words("typeMismatch", context.codingPath)
        } catch DecodingError.dataCorrupted(let context) {
            return words("dataCorrupted", context.codingPath)
        } catch {
            return "\(error)"
        }
    }
}
