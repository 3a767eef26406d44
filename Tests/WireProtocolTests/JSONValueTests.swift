import Testing
import WireProtocol

/// Any JSON is the same value in both encodings.
@Suite struct JSONValueTests {
    @Test func `random values go through JSON and CBOR alike`() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let value = Self.random(depth: 5, &generator)
            let json = try WireCoding(.json).encode(value)
            let cbor = try WireCoding(.cbor).encode(value)
            let fromJSON = try WireCoding(.json).decode(JSONValue.self, from: json)
            let fromCBOR = try WireCoding(.cbor).decode(JSONValue.self, from: cbor)
            #expect(fromJSON == value)
            #expect(fromCBOR == value)
            #expect(try WireCoding(.cbor).encode(fromJSON) == cbor)
            #expect(try WireCoding(.json).encode(fromCBOR) == json)
        }
    }

    @Test func `a number that is whole is a whole number after the way`() throws {
        for type in ContentType.allCases {
            let bytes = try WireCoding(type).encode(
                JSONValue.list([.number(3), .number(-0.0), .number(1e300)]))
            let back = try WireCoding(type).decode(JSONValue.self, from: bytes)
            #expect(back == [3, 0, .number(1e300)])
        }
    }

    private static func random(depth: Int, _ generator: inout some RandomNumberGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &generator) {
        case 0: return .null
        case 1: return .boolean(.random(using: &generator))
        case 2:
            return .integer(
                .random(in: .min ... .max, using: &generator) >> Int64.random(in: 0...63, using: &generator))
        case 3: return .number(Double(Int.random(in: -9999...9999, using: &generator)) + 0.125)
        case 4: return .text(text(&generator))
        case 5:
            let count = Int.random(in: 0...4, using: &generator)
            return .list((0..<count).map { _ in random(depth: depth - 1, &generator) })
        default:
            let count = Int.random(in: 0...4, using: &generator)
            let entries = (0..<count).map { _ in (text(&generator), random(depth: depth - 1, &generator)) }
            return .object(Dictionary(entries, uniquingKeysWith: { $1 }))
        }
    }

    private static func text(_ generator: inout some RandomNumberGenerator) -> String {
        let characters: [Character] = ["a", "Z", "0", " ", "/", "\"", "\\", "\n", "ü", "水", "𐅑", "\0"]
        let count = Int.random(in: 0...30, using: &generator)
        return String((0..<count).map { _ in characters.randomElement(using: &generator) ?? "a" })
    }
}
