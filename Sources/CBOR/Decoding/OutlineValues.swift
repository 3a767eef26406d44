import FoundationEssentials

/// Values of any type.
extension Outline {
    func decode<Value: Decodable>(_ type: Value.Type, at index: Int) throws -> Value {
        let kind = TypeKind.of(type)
        if kind == .plain || kind == .direct && !isWorthReadingDirectly(index) {
            return try Value(from: OutlineDecoder(outline: self, index: index))
        }
        return try decodeSpecial(kind, type, at: index)
    }

    /// A single value is read sooner than it is found out how it reads itself.
    private func isWorthReadingDirectly(_ index: Int) -> Bool {
        usesDirectCoding && (isMap(index) || isList(index))
    }

    /// Apart, since the mere mention of an optional value costs a look-up of its type on every call.
    @inline(never)
    private func decodeSpecial<Value: Decodable>(
        _ kind: TypeKind, _ type: Value.Type, at index: Int
    ) throws -> Value {
        if let value = try special(kind, type, at: index) { return value }
        return try Value(from: OutlineDecoder(outline: self, index: index))
    }

    private func special<Value>(_ kind: TypeKind, _ type: Value.Type, at index: Int) throws -> Value? {
        switch kind {
        case .plain: return nil
        case .dictionary: return try dictionary(type, at: index)
        case .direct: return ItemReader.read(type, from: bytes, at: offset(index))
        case .directDictionary:
            let direct =
                isWorthReadingDirectly(index) ? ItemReader.read(type, from: bytes, at: offset(index)) : nil
            return try direct ?? dictionary(type, at: index)
        case .bytes:
            return byteString(at: index) as? Value
        case .data:
            guard let bytes = byteString(at: index) else { throw mismatch(type, at: index) }
            return Data(bytes) as? Value
        }
    }

    private func dictionary<Value>(_ type: Value.Type, at index: Int) throws -> Value? {
        try (type as? any TextKeyed.Type)?.init(self, at: index) as? Value
    }
}

/// Lists and maps.
extension Outline {
    func isList(_ index: Int) -> Bool { firstByte(index) >> 5 == MajorType.list }
    func isMap(_ index: Int) -> Bool { firstByte(index) >> 5 == MajorType.map }
    func next(_ index: Int) -> Int { Int(entries[index].next) }

    func map<Key: CodingKey>(at index: Int, keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard isMap(index) else { throw mismatch([String: Any].self, at: index) }
        return KeyedDecodingContainer(MapDecoding<Key>(outline: self, map: index))
    }

    func list(at index: Int) throws -> ListDecoding {
        guard isList(index) else { throw mismatch([Any].self, at: index) }
        return ListDecoding(outline: self, list: index)
    }

    /// Elements of a list.
    func count(ofList index: Int) -> Int {
        if let head = Head(bytes, at: offset(index)), !head.isIndefinite { return Int(head.argument) }
        var count = 0
        var element = index + 1
        while element < next(index) {
            count += 1
            element = next(element)
        }
        return count
    }

    /// The value for a key, or nil.
    ///
    /// Types read their keys in the order in which they wrote them, so the look-up goes on after the value
    /// found last, and from the start only when that fails.
    func value(forKey key: some CodingKey, inMap map: Int) -> Int? {
        let name = key.stringValue
        let (first, end) = (map + 1, next(map))
        let begin = continuation(of: map)
        guard let found = search(name, key, begin, end) ?? search(name, key, first, begin) else { return nil }
        lastFound = found + 1
        return found + 1
    }

    /// The key after the value of this map that the value found last is, or is a part of.
    private func continuation(of map: Int) -> Int {
        var index = lastFound
        while index > map {
            let parent = Int(entries[index].parent)
            if parent == map { return next(index) }
            index = parent
        }
        return map + 1
    }

    private func search(_ name: String, _ key: some CodingKey, _ first: Int, _ end: Int) -> Int? {
        let characters = name.utf8.span
        let shortHead = characters.count < 24 ? MajorType.text << 5 | UInt8(characters.count) : 0
        var index = first
        while index < end {
            let start = offset(index)
            let head = bytes[start]
            if head == shortHead {
                if isText(characters, at: start + 1) { return index }
            } else if head & 0x1F >= 24 || head >> 5 != MajorType.text, isUnusual(index, name, key) {
                return index
            }
            index = next(index + 1)
        }
        return nil
    }

    /// - Precondition: as many bytes are there.
    private func isText(_ characters: Span<UInt8>, at start: Int) -> Bool {
        for place in characters.indices where bytes[start + place] != characters[place] { return false }
        return true
    }

    /// Whether a key that is no short text is the one looked for.
    private func isUnusual(_ index: Int, _ name: String, _ key: some CodingKey) -> Bool {
        let other = KeyName.text(bytes, at: offset(index))
        guard firstByte(index) >> 5 != MajorType.text else { return other == name }
        return other == name || key.intValue.map { String($0) } == other
    }
}
