/// A map that is being written.
struct MapEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let draft: Draft
    let scope: Int

    var codingPath: [any CodingKey] { draft.state.path(of: scope) }

    func encodeNil(forKey key: Key) throws {
        try draft.state.add(.key(key.stringValue), in: scope) { $0.null() }
    }

    func encode(_ value: Bool, forKey key: Key) throws {
        try draft.state.add(.key(key.stringValue), in: scope) { $0.boolean(value) }
    }

    func encode(_ value: String, forKey key: Key) throws {
        try draft.state.add(.key(key.stringValue), in: scope) { $0.text(value) }
    }

    func encode(_ value: Double, forKey key: Key) throws {
        try draft.write(number: value, at: .key(key.stringValue), in: scope)
    }

    func encode(_ value: Float, forKey key: Key) throws { try encode(Double(value), forKey: key) }

    func encode(_ value: Int, forKey key: Key) throws {
        try draft.state.add(int: Int64(value), at: .key(key.stringValue), in: scope)
    }

    func encode(_ value: Int64, forKey key: Key) throws {
        try draft.state.add(int: value, at: .key(key.stringValue), in: scope)
    }

    func encode<Value: FixedWidthInteger & Encodable>(_ value: Value, forKey key: Key) throws {
        try draft.state.add(integer: value, at: .key(key.stringValue), in: scope)
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try draft.write(value, at: .key(key.stringValue), in: scope)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        let part = draft.part(.map, at: .key(key.stringValue), in: scope)
        return KeyedEncodingContainer(MapEncoding<Nested>(draft: part, scope: DraftState.root))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        let part = draft.part(.list, at: .key(key.stringValue), in: scope)
        return ListEncoding(draft: part, scope: DraftState.root)
    }

    func superEncoder() -> any Encoder { superEncoder(forKey: PathKey.superclass) }
    func superEncoder(forKey key: Key) -> any Encoder { superEncoder(forKey: key as any CodingKey) }

    private func superEncoder(forKey key: any CodingKey) -> any Encoder {
        let part = draft.part(nil, at: .key(key.stringValue), in: scope)
        return DraftEncoder(draft: part, scope: DraftState.root)
    }
}
