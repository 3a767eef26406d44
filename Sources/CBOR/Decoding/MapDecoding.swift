/// A map that is being read.
struct MapDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let outline: Outline
    let map: Int

    var codingPath: [any CodingKey] { outline.path(to: map) }

    var allKeys: [Key] {
        var keys: [Key] = []
        var index = map + 1
        while index < outline.next(map) {
            if let key = key(at: index) { keys.append(key) }
            index = outline.next(index + 1)
        }
        return keys
    }

    private func key(at index: Int) -> Key? {
        let name = KeyName.text(outline.bytes, at: outline.offset(index))
        let isText = outline.firstByte(index) >> 5 == MajorType.text
        guard !isText, let number = Int(name), let key = Key(intValue: number) else {
            return Key(stringValue: name)
        }
        return key
    }

    func contains(_ key: Key) -> Bool { outline.value(forKey: key, inMap: map) != nil }

    private func value(for key: some CodingKey) throws -> Int {
        guard let value = outline.value(forKey: key, inMap: map) else {
            let context = DecodingError.Context(
                codingPath: codingPath, debugDescription: "no value for the key \"\(key.stringValue)\"")
            throw DecodingError.keyNotFound(key, context)
        }
        return value
    }

    private func present(_ key: Key) -> Int? {
        guard let value = outline.value(forKey: key, inMap: map), !outline.isNull(value) else { return nil }
        return value
    }

    func decodeNil(forKey key: Key) throws -> Bool { outline.isNull(try value(for: key)) }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try outline.boolean(at: value(for: key))
    }
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try outline.text(at: value(for: key))
    }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try outline.number(at: value(for: key))
    }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try outline.single(at: value(for: key))
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try outline.int(at: value(for: key)) }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try outline.int64(at: value(for: key))
    }

    func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try outline.integer(type, at: value(for: key))
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try outline.decode(type, at: value(for: key))
    }
}

/// The protocol's own versions look a key up three times.
extension MapDecoding {
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        guard let value = present(key) else { return nil }
        return try outline.boolean(at: value)
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        guard let value = present(key) else { return nil }
        return try outline.text(at: value)
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        guard let value = present(key) else { return nil }
        return try outline.number(at: value)
    }

    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        guard let value = present(key) else { return nil }
        return try outline.single(at: value)
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        guard let value = present(key) else { return nil }
        return try outline.int(at: value)
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        guard let value = present(key) else { return nil }
        return try outline.int64(at: value)
    }

    func decodeIfPresent<Value: FixedWidthInteger & Decodable>(
        _ type: Value.Type, forKey key: Key
    ) throws -> Value? {
        guard let value = present(key) else { return nil }
        return try outline.integer(type, at: value)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let value = present(key) else { return nil }
        return try outline.decode(type, at: value)
    }
}

/// Containers that a type asks for by hand.
extension MapDecoding {
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try outline.map(at: value(for: key), keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try outline.list(at: value(for: key))
    }

    func superDecoder() throws -> any Decoder {
        OutlineDecoder(outline: outline, index: try value(for: PathKey.superclass))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        OutlineDecoder(outline: outline, index: try value(for: key))
    }
}
