/// A list that is being written.
struct ListEncoding: UnkeyedEncodingContainer {
    let draft: Draft
    let scope: Int
    private(set) var count = 0

    init(draft: Draft, scope: Int) {
        self.draft = draft
        self.scope = scope
        // A value that asks for its list again goes on with it.
        if scope == draft.state.current { count = draft.state.writer.count }
    }

    var codingPath: [any CodingKey] { draft.state.path(of: scope) }

    mutating func encodeNil() throws {
        count += 1
        try draft.state.add(.element, in: scope) { $0.null() }
    }

    mutating func encode(_ value: Bool) throws {
        count += 1
        try draft.state.add(.element, in: scope) { $0.boolean(value) }
    }

    mutating func encode(_ value: String) throws {
        count += 1
        try draft.state.add(.element, in: scope) { $0.text(value) }
    }

    mutating func encode(_ value: Double) throws {
        count += 1
        try draft.write(number: value, at: .element, in: scope)
    }

    mutating func encode(_ value: Float) throws { try encode(Double(value)) }

    mutating func encode(_ value: Int) throws {
        count += 1
        try draft.state.add(int: Int64(value), at: .element, in: scope)
    }

    mutating func encode(_ value: Int64) throws {
        count += 1
        try draft.state.add(int: value, at: .element, in: scope)
    }

    mutating func encode<Value: FixedWidthInteger & Encodable>(_ value: Value) throws {
        count += 1
        try draft.state.add(integer: value, at: .element, in: scope)
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        count += 1
        try draft.write(value, at: .element, in: scope)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
        let part = draft.part(.map, at: .element, in: scope)
        count += 1
        return KeyedEncodingContainer(MapEncoding<Nested>(draft: part, scope: DraftState.root))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        let part = draft.part(.list, at: .element, in: scope)
        count += 1
        return ListEncoding(draft: part, scope: DraftState.root)
    }

    mutating func superEncoder() -> any Encoder {
        let part = draft.part(nil, at: .element, in: scope)
        count += 1
        return DraftEncoder(draft: part, scope: DraftState.root)
    }
}
