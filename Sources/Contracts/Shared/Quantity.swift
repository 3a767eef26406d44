public import CBOR
public import WireProtocol

/// How many units of a sku: a whole number, whose bounds are the offer's quantity rule.
public struct Quantity: Sendable, Hashable, Comparable {
    public var value: Int64

    public init(_ value: Int64) { self.value = value }

    /// What a number beyond every bound is called.
    public static let tooLarge = FieldProblem(
        code: "quantity_too_large", message: "beyond ±(2⁵³−1)",
        facts: ["max": .number(WireInteger.range.upperBound)])

    public static func < (left: Quantity, right: Quantity) -> Bool { left.value < right.value }
}

extension Quantity: Codable {
    public init(from decoder: any Decoder) throws {
        value = try WireInteger(from: decoder, tooLarge: Quantity.tooLarge).value
    }

    public func encode(to encoder: any Encoder) throws {
        try WireInteger(value).encode(to: encoder)
    }
}

extension Quantity: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int64) { self.value = value }
}

extension Quantity: WireDescribable {
    public static var schema: Schema { WireInteger.schema }
    public static var example: Quantity { 1 }
}

extension Quantity: DirectCoding {
    public func write(to writer: inout ItemWriter) { writer.integer(value) }

    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        value = try WireInteger(reading: &reader).value
    }
}
