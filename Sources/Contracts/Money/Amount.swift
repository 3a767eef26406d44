public import CBOR
public import WireProtocol

/// A sum of money in minor units of the currency that the enclosing object names, within ±(2⁵³−1) on the wire.
public struct Amount: Sendable, Hashable, Comparable {
    public var minorUnits: Int64

    public init(_ minorUnits: Int64) { self.minorUnits = minorUnits }

    public static let zero = Amount(0)

    /// What a sum beyond the range is called.
    public static let tooLarge = FieldProblem(
        code: "amount_too_large", message: "beyond ±(2⁵³−1) minor units",
        facts: ["min": .number(WireInteger.range.lowerBound), "max": .number(WireInteger.range.upperBound)])

    public static func < (left: Amount, right: Amount) -> Bool { left.minorUnits < right.minorUnits }
}

/// Arithmetic that throws `amount_too_large` where the exact result leaves the range; never wraps.
extension Amount {
    public func plus(_ other: Amount) throws(FieldProblem) -> Amount {
        try Amount.checked(minorUnits.addingReportingOverflow(other.minorUnits))
    }

    public func minus(_ other: Amount) throws(FieldProblem) -> Amount {
        try Amount.checked(minorUnits.subtractingReportingOverflow(other.minorUnits))
    }

    public func times(_ count: Int64) throws(FieldProblem) -> Amount {
        try Amount.checked(minorUnits.multipliedReportingOverflow(by: count))
    }

    private static func checked(
        _ result: (partialValue: Int64, overflow: Bool)
    ) throws(FieldProblem) -> Amount {
        guard !result.overflow, WireInteger.range.contains(result.partialValue) else { throw tooLarge }
        return Amount(result.partialValue)
    }
}

extension Amount: Codable {
    public init(from decoder: any Decoder) throws {
        minorUnits = try WireInteger(from: decoder, tooLarge: Amount.tooLarge).value
    }

    public func encode(to encoder: any Encoder) throws {
        try WireInteger(minorUnits).encode(to: encoder)
    }
}

extension Amount: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int64) { minorUnits = value }
}

extension Amount: WireDescribable {
    public static var schema: Schema { WireInteger.schema }
    public static var example: Amount { 0 }
}

extension Amount: DirectCoding {
    public func write(to writer: inout ItemWriter) { writer.integer(minorUnits) }

    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        minorUnits = try WireInteger(reading: &reader).value
    }
}
