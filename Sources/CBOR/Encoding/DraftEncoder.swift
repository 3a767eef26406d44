/// What a value's `encode(to:)` is given.
struct DraftEncoder: Encoder {
    let draft: Draft
    let scope: Int

    var codingPath: [any CodingKey] { draft.state.path(of: scope) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(MapEncoding<Key>(draft: draft, scope: draft.state.openMap(in: scope)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        ListEncoding(draft: draft, scope: draft.state.openList(in: scope))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleEncoding(draft: draft, scope: scope)
    }
}
