/// The keys of one object: a short list is searched, a long one hashed, so that a hostile object of many keys
/// costs no more than its length. Equal is what is the same text to Unicode, which has several ways to write some.
struct JSONKeySet {
    private var few: [ArraySlice<UInt8>] = []
    private var many: Set<ArraySlice<UInt8>> = []
    /// All keys, once there is one beyond ASCII.
    private var texts: Set<String> = []

    var isEmpty: Bool { few.isEmpty && texts.isEmpty }

    /// Whether the key is new.
    mutating func insert(_ key: ArraySlice<UInt8>) -> Bool {
        if !texts.isEmpty || !key.allSatisfy({ $0 < 0x80 }) { return insert(text: key) }
        if !many.isEmpty { return many.insert(key).inserted }
        if few.contains(where: { $0.count == key.count && $0 == key }) { return false }
        few.append(key)
        if few.count > 16 { many = Set(few) }
        return true
    }

    private mutating func insert(text key: ArraySlice<UInt8>) -> Bool {
        if texts.isEmpty {
            let keys = many.isEmpty ? few : Array(many)
            texts = Set(keys.map { String(decoding: $0, as: UTF8.self) })
        }
        return texts.insert(String(decoding: key, as: UTF8.self)).inserted
    }
}
