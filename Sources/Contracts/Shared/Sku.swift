public import CBOR
public import WireProtocol

/// Names one thing the shop sells: 1 to 64 of letters, digits and `- . _ / + # ~`, case kept.
public struct Sku: Sendable, Hashable, Comparable {
    public let text: String

    public init?(_ text: String) {
        guard (1...64).contains(text.utf8.count), Sku.isAllowed(text) else { return nil }
        self.text = text
    }

    /// What a sku may consist of, for messages.
    public static let allowed = "1 to 64 of A–Z, a–z, 0–9 and - . _ / + # ~"

    /// What is wrong with a text that is no sku.
    public static let malformed = FieldProblem(code: "invalid_request", message: "a sku is \(allowed)")

    public static func < (left: Sku, right: Sku) -> Bool { left.text < right.text }

    private static func isAllowed(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { bytes in bytes.allSatisfy(isAllowed) }
            ?? text.utf8.allSatisfy(isAllowed)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte < 128 && allowedBits[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1
    }

    /// A bit for each ASCII character.
    private static let allowedBits: InlineArray<2, UInt64> = {
        var bits: InlineArray<2, UInt64> = [0, 0]
        for byte in UInt8(0)..<128 where isListed(byte) { bits[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }
        return bits
    }()

    private static func isListed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: "+"),
            UInt8(ascii: "#"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

extension Sku: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let sku = Sku(text) else { throw Sku.malformed.decodingError(at: decoder.codingPath) }
        self = sku
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension Sku: CustomStringConvertible {
    public var description: String { text }
}

extension Sku: WireDescribable {
    public static var schema: Schema { .string(pattern: "^[A-Za-z0-9._/+#~-]{1,64}$") }
    public static var example: Sku { Sku(valid: "strawberry") }

    private init(valid: String) { text = valid }
}

extension Sku: DirectCoding {
    public func write(to writer: inout ItemWriter) { writer.text(text) }

    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        guard let sku = Sku(try reader.text()) else { throw NotAsWritten() }
        self = sku
    }
}
