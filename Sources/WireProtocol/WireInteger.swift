public import CBOR

/// A whole number on the wire, within ±(2⁵³−1): what every language's numbers can hold.
///
/// `3`, `3.0` and `1e2` are whole; `3.5`, `"3"`, `true` and null are not. The type that holds one says what
/// being out of range is called.
public struct WireInteger: Sendable, Hashable {
    public static let range: ClosedRange<Int64> = -(1 << 53) + 1...(1 << 53) - 1

    public var value: Int64

    public init(_ value: Int64) { self.value = value }

    /// - Throws: a `DecodingError` around a `FieldProblem`: `not_a_whole_number`, or `tooLarge` beyond the range.
    public init(from decoder: any Decoder, tooLarge: FieldProblem) throws {
        let container = try decoder.singleValueContainer()
        if let whole = try? container.decode(Int64.self) {
            guard Self.range.contains(whole) else { throw tooLarge.decodingError(at: decoder.codingPath) }
            value = whole
            return
        }
        // Foundation's coder calls 3.5 or 1e21 into an integer "not valid JSON", without a path.
        let number = try Self.number(in: container, tooLarge: tooLarge.decodingError(at: decoder.codingPath))
        guard number.magnitude <= Double(Self.range.upperBound) else {
            throw tooLarge.decodingError(at: decoder.codingPath)
        }
        guard let exact = Int64(exactly: number) else {
            throw FieldProblem.notAWholeNumber.decodingError(at: decoder.codingPath)
        }
        value = exact
    }

    private static func number(
        in container: any SingleValueDecodingContainer, tooLarge: DecodingError
    ) throws -> Double {
        do {
            let number = try container.decode(Double.self)
            if !number.isNaN { return number }
        } catch is DecodingError {
            // No number at all.
        } catch {
            // Foundation's own error for one that no double holds: 1e400.
            throw tooLarge
        }
        throw FieldProblem.notAWholeNumber.decodingError(at: container.codingPath)
    }
}

extension WireInteger: Codable {
    /// A plain count: what is out of range is `number_too_large`.
    public init(from decoder: any Decoder) throws {
        try self.init(
            from: decoder,
            tooLarge: FieldProblem(
                code: "number_too_large", message: "beyond ±(2⁵³−1)",
                facts: ["min": .number(Self.range.lowerBound), "max": .number(Self.range.upperBound)]))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension WireInteger: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int64) { self.value = value }
}

extension WireInteger: WireDescribable {
    public static var schema: Schema { .integer(minimum: range.lowerBound, maximum: range.upperBound) }
    public static var example: WireInteger { 1 }
}

extension WireInteger: DirectCoding {
    public func write(to writer: inout ItemWriter) { writer.integer(value) }

    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        value = try reader.integer()
        guard Self.range.contains(value) else { throw NotAsWritten() }
    }
}
