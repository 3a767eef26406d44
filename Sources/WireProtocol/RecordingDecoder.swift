/// What one value showed of its shape so far; its containers share it.
final class ShapeRecord {
    private enum Shape {
        case unseen
        case object([Schema.Property])
        case list(Schema)
        case single(Schema)
    }

    private var shape = Shape.unseen

    var schema: Schema {
        switch shape {
        case .unseen: .object(properties: [])
        case .object(let properties): .object(properties: properties)
        case .list(let element): .array(of: element)
        case .single(let schema): schema
        }
    }

    func add(_ property: Schema.Property) {
        var properties: [Schema.Property] = []
        if case .object(let earlier) = shape { properties = earlier }
        if !properties.contains(where: { $0.name == property.name }) { properties.append(property) }
        shape = .object(properties)
    }

    func setElement(_ schema: Schema) { shape = .list(schema) }
    func setSingle(_ schema: Schema) { shape = .single(schema) }
}

struct RecordingDecoder: Decoder {
    let recorder: SchemaRecorder
    let record: ShapeRecord
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(
            RecordingObject<Key>(recorder: recorder, record: record, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer {
        RecordingList(recorder: recorder, record: record, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        RecordingSingle(recorder: recorder, record: record, codingPath: codingPath)
    }
}

private struct RecordingSingle: SingleValueDecodingContainer {
    let recorder: SchemaRecorder
    let record: ShapeRecord
    let codingPath: [any CodingKey]

    func decodeNil() -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try recorder.example(type, at: codingPath, record: record.setSingle)
    }
}

/// Holds one element.
private struct RecordingList: UnkeyedDecodingContainer {
    let recorder: SchemaRecorder
    let record: ShapeRecord
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    init(recorder: SchemaRecorder, record: ShapeRecord, codingPath: [any CodingKey]) {
        self.recorder = recorder
        self.record = record
        self.codingPath = codingPath
    }

    var count: Int? { 1 }
    var isAtEnd: Bool { currentIndex > 0 }

    func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        currentIndex += 1
        return try recorder.example(type, at: codingPath, record: record.setElement)
    }

    mutating func nestedContainer<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        throw SchemaUnknown(type: "a nested container", path: DecodingProblem.path(codingPath))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw SchemaUnknown(type: "a nested container", path: DecodingProblem.path(codingPath))
    }

    mutating func superDecoder() throws -> any Decoder {
        throw SchemaUnknown(type: "a nested decoder", path: DecodingProblem.path(codingPath))
    }
}

private struct RecordingObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let recorder: SchemaRecorder
    let record: ShapeRecord
    let codingPath: [any CodingKey]

    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try recorder.example(type, at: codingPath + [key]) {
            record.add(.init(key.stringValue, $0, required: !(type is any OptionalType.Type)))
        }
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try absent(type, key)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        throw SchemaUnknown(type: "a nested container", path: DecodingProblem.path(codingPath + [key]))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw SchemaUnknown(type: "a nested container", path: DecodingProblem.path(codingPath + [key]))
    }

    func superDecoder() throws -> any Decoder {
        throw SchemaUnknown(type: "a nested decoder", path: DecodingProblem.path(codingPath))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        throw SchemaUnknown(type: "a nested decoder", path: DecodingProblem.path(codingPath + [key]))
    }
}

/// The protocol's own versions for these types would ask for the value as if it were required.
extension RecordingObject {
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try absent(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try absent(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try absent(type, key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try absent(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try absent(type, key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try absent(type, key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try absent(type, key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try absent(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try absent(type, key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try absent(type, key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try absent(type, key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try absent(type, key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try absent(type, key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try absent(type, key) }

    private func absent<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
        record.add(.init(key.stringValue, try recorder.finding(of: type).schema, required: false))
        return nil
    }
}

private protocol OptionalType {}
extension Optional: OptionalType {}
