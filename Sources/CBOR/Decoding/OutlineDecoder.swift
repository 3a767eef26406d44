/// What a value's `init(from:)` is given, and the place of a single value.
struct OutlineDecoder: Decoder, SingleValueDecodingContainer {
    let outline: Outline
    let index: Int

    var codingPath: [any CodingKey] { outline.path(to: index) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try outline.map(at: index, keyedBy: type)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try outline.list(at: index) }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { outline.isNull(index) }
    func decode(_ type: Bool.Type) throws -> Bool { try outline.boolean(at: index) }
    func decode(_ type: String.Type) throws -> String { try outline.text(at: index) }
    func decode(_ type: Double.Type) throws -> Double { try outline.number(at: index) }
    func decode(_ type: Float.Type) throws -> Float { try outline.single(at: index) }
    func decode(_ type: Int.Type) throws -> Int { try outline.int(at: index) }
    func decode(_ type: Int64.Type) throws -> Int64 { try outline.int64(at: index) }

    func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
        try outline.integer(type, at: index)
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try outline.decode(type, at: index)
    }
}
