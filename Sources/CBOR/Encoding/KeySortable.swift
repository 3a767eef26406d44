/// A dictionary whose keys are coding keys: its own `encode(to:)` would leave them in the order of their
/// hashes, which differs from one run to the next.
protocol KeySortable {
    func writeEntries(to draft: Draft, in scope: Int) throws
}

extension Dictionary: KeySortable where Key: CodingKeyRepresentable, Value: Encodable {
    func writeEntries(to draft: Draft, in scope: Int) throws {
        for (key, value) in self {
            try draft.write(value, at: .key(key.codingKey.stringValue), in: scope)
        }
    }
}

/// The order of keys in RFC 8949, section 4.2.1: that of their encoded bytes, which begin with the length.
@usableFromInline
enum DictionaryOrder {
    @usableFromInline
    static func precedes(_ left: String, _ right: String) -> Bool {
        let (left, right) = (left.utf8, right.utf8)
        return left.count != right.count ? left.count < right.count : left.lexicographicallyPrecedes(right)
    }
}
