/// Derives the shape of a `Codable` type by letting it decode itself from a decoder that writes down what it is
/// asked for and answers with examples.
struct SchemaRecorder {
    /// The types whose `init(from:)` is running, outermost first: one that comes again is recursive.
    private(set) var underway: [ObjectIdentifier] = []

    /// A type's shape, and a value where the type could be made from examples.
    struct Finding {
        var schema: Schema
        var example: (any Decodable)?
    }

    func finding(of type: any Decodable.Type) throws -> Finding {
        if let known = type as? any (WireDescribable & Decodable).Type {
            return Finding(schema: known.schema, example: known.example)
        }
        if let primitive = Self.primitive(type) { return primitive }
        if let wrapper = type as? any RecordableWrapper.Type { return try wrapper.finding(by: self) }
        return try decodedFinding(of: type)
    }

    private func decodedFinding(of type: any Decodable.Type) throws -> Finding {
        let identity = ObjectIdentifier(type)
        if underway.contains(identity) { return Finding(schema: .anything, example: nil) }
        var inner = self
        inner.underway.append(identity)
        let record = ShapeRecord()
        let example = try type.init(from: RecordingDecoder(recorder: inner, record: record, codingPath: []))
        return Finding(schema: record.schema, example: example)
    }

    /// An example of the type, and its shape by the way.
    func example<Value: Decodable>(
        _ type: Value.Type, at path: [any CodingKey], record: (Schema) -> Void
    ) throws -> Value {
        let finding = try finding(of: type)
        record(finding.schema)
        guard let example = finding.example as? Value else {
            throw SchemaUnknown(type: String(describing: type), path: DecodingProblem.path(path))
        }
        return example
    }

    private static func primitive(_ type: any Decodable.Type) -> Finding? {
        switch type {
        case is String.Type: Finding(schema: .string(), example: "")
        case is Bool.Type: Finding(schema: .boolean, example: false)
        case is Double.Type: Finding(schema: .number, example: 1 as Double)
        case is Float.Type: Finding(schema: .number, example: 1 as Float)
        case let integer as any (FixedWidthInteger & Decodable).Type:
            Finding(schema: .integer(minimum: integer.isSigned ? nil : 0), example: integer.init(1 as UInt8))
        default: nil
        }
    }
}

/// A type's shape cannot be found by decoding examples: it should be `WireDescribable`.
public struct SchemaUnknown: Error, Sendable, Equatable {
    public var type: String
    public var path: String
}

extension Schema {
    /// The shape of a type: what it says of itself, else what its `init(from:)` asks a decoder for.
    ///
    /// - Throws: `SchemaUnknown`, or what the type throws because it refuses the examples it was given.
    public static func of(_ type: any Decodable.Type) throws -> Schema {
        try SchemaRecorder().finding(of: type).schema
    }
}

/// The containers of the standard library, which show their element by type rather than by decoding one: so a
/// recursive element ends the recursion.
private protocol RecordableWrapper {
    static func finding(by recorder: SchemaRecorder) throws -> SchemaRecorder.Finding
}

extension Optional: RecordableWrapper where Wrapped: Decodable {
    static func finding(by recorder: SchemaRecorder) throws -> SchemaRecorder.Finding {
        let inner = try recorder.finding(of: Wrapped.self)
        return .init(schema: inner.schema, example: Optional<Wrapped>.none)
    }
}

extension Array: RecordableWrapper where Element: Decodable {
    static func finding(by recorder: SchemaRecorder) throws -> SchemaRecorder.Finding {
        let element = try recorder.finding(of: Element.self)
        let example = (element.example as? Element).map { [$0] } ?? []
        return .init(schema: .array(of: element.schema), example: example)
    }
}

extension Dictionary: RecordableWrapper where Key == String, Value: Decodable {
    static func finding(by recorder: SchemaRecorder) throws -> SchemaRecorder.Finding {
        let value = try recorder.finding(of: Value.self)
        return .init(schema: .dictionary(of: value.schema), example: Self())
    }
}
