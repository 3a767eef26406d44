/// The part of JSON Schema (2020-12) that describes our messages.
public indirect enum Schema: Sendable, Equatable {
    case object(properties: [Property])
    case array(of: Schema)
    /// An object whose keys are free and whose values are alike.
    case dictionary(of: Schema)
    case string(format: String? = nil, pattern: String? = nil, maxLength: Int? = nil)
    case integer(minimum: Int64? = nil, maximum: Int64? = nil)
    case number
    case boolean
    /// One of these texts.
    case oneOf([String])
    /// Either of these shapes.
    case either([Schema])
    /// Any JSON.
    case anything

    /// A named part of an object.
    public struct Property: Sendable, Equatable {
        public var name: String
        public var schema: Schema
        public var required: Bool

        public init(_ name: String, _ schema: Schema, required: Bool = true) {
            self.name = name
            self.schema = schema
            self.required = required
        }
    }
}

/// A type that says itself how it looks on the wire, where that cannot be read off its `init(from:)`.
public protocol WireDescribable {
    static var schema: Schema { get }
    /// A valid value, for the recorder to hand to `init(from:)` of what contains this type.
    static var example: Self { get }
}

/// A closed set of words on the wire.
public protocol WireEnum: RawRepresentable, CaseIterable, Codable, Sendable, WireDescribable, Hashable
where RawValue == String {}

extension WireEnum {
    public static var schema: Schema { .oneOf(allCases.map(\.rawValue)) }

    public static var example: Self { allCases[allCases.startIndex] }

    public init(from decoder: any Decoder) throws {
        let word = try decoder.singleValueContainer().decode(String.self)
        guard let known = Self(rawValue: word) else {
            let words = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw FieldProblem(code: "invalid_request", message: "must be one of: \(words)")
                .decodingError(at: decoder.codingPath)
        }
        self = known
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
