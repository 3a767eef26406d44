/// The place of one value that is neither list nor map of its own.
struct SingleEncoding: SingleValueEncodingContainer {
    let draft: Draft
    let scope: Int

    var codingPath: [any CodingKey] { draft.state.path(of: scope) }

    func encodeNil() throws {
        try draft.state.add(.single, in: scope) { $0.null() }
    }

    func encode(_ value: Bool) throws {
        try draft.state.add(.single, in: scope) { $0.boolean(value) }
    }

    func encode(_ value: String) throws {
        try draft.state.add(.single, in: scope) { $0.text(value) }
    }

    func encode(_ value: Double) throws {
        try draft.write(number: value, at: .single, in: scope)
    }

    func encode(_ value: Float) throws { try encode(Double(value)) }

    func encode(_ value: Int) throws {
        try draft.state.add(int: Int64(value), at: .single, in: scope)
    }

    func encode(_ value: Int64) throws {
        try draft.state.add(int: value, at: .single, in: scope)
    }

    func encode<Value: FixedWidthInteger & Encodable>(_ value: Value) throws {
        try draft.state.add(integer: value, at: .single, in: scope)
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        try draft.write(value, at: .single, in: scope)
    }
}
