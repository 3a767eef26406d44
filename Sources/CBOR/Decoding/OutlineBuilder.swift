/// The one pass over a message that checks it and notes its items.
///
/// Open lists and maps are kept in an array, so that no nesting exhausts the stack. Nothing is allocated by
/// what a length claims.
struct OutlineBuilder {
    let bytes: [UInt8]
    private(set) var entries: [OutlineEntry] = []
    private(set) var inner = Frame(container: 0, isMap: false, isIndefinite: false, remaining: 1)
    private var outer: [Frame] = []
    private var position = 0

    /// A list or map whose items are being read; outermost, the message as a list of one.
    struct Frame {
        let container: UInt32
        let isMap: Bool
        let isIndefinite: Bool
        /// Items to come, keys and values counted singly; without end until a break.
        var remaining: Int
        /// Items so far.
        var place: UInt32 = 0
        var filter = KeyFilter()
        var mayRepeat = false

        var expectsKey: Bool { isMap && place & 1 == 0 }
    }

    /// Elements and keys that may be in all lists and maps together.
    private let mostEntries: Int
    /// The message itself is none.
    private var countedEntries = -1

    init(_ bytes: [UInt8], mostEntries: Int) {
        self.bytes = bytes
        self.mostEntries = mostEntries
    }

    mutating func build() throws(CBORError) {
        guard bytes.count < UInt32.max else { throw CBORError(.tooLong, at: 0) }
        entries.reserveCapacity(bytes.count / 3 + 1)
        repeat {
            if try !readShortItem() { try readItem() }
            try closeWhatIsComplete()
        } while inner.remaining != 0
        guard position == bytes.count else { throw CBORError(.trailingBytes, at: position) }
    }

    private mutating func closeWhatIsComplete() throws(CBORError) {
        while inner.remaining == 0, let around = outer.popLast() {
            let container = Int(inner.container)
            entries[container].next = UInt32(entries.count)
            if inner.mayRepeat { try requireDistinctKeys(of: container) }
            inner = around
        }
    }

    /// Most items are small numbers and short ASCII texts: they are read here, at a look for each byte.
    ///
    /// - Returns: false for another item, of which nothing has been read.
    @inline(__always)
    private mutating func readShortItem() throws(CBORError) -> Bool {
        guard position < bytes.count else { return false }
        let offset = position
        let (major, information) = (bytes[offset] >> 5, Int(bytes[offset] & 0x1F))
        guard information < 24 else { return false }
        if major <= MajorType.negative, !inner.expectsKey {
            position = offset + 1
        } else if major == MajorType.text, information < bytes.count - offset {
            let end = offset + 1 + information
            var union: UInt8 = 0
            for place in offset + 1..<end { union |= bytes[place] }
            guard union < 0x80 else { return false }
            if inner.expectsKey { filter(offset + 1..<end, offset) }
            position = end
        } else {
            return false
        }
        try note(offset)
        return true
    }

    var isAtRoot: Bool { outer.isEmpty }

    private mutating func readItem() throws(CBORError) {
        var head = try head(at: position)
        if head.major >= MajorType.tag {
            if inner.isIndefinite, bytes[position] == SimpleByte.break { return try readBreak() }
            while head.major == MajorType.tag { head = try headAfter(tag: head) }
        }
        let offset = position
        position = head.end
        if inner.expectsKey { try check(key: head, at: offset) }
        switch head.major {
        case MajorType.unsigned, MajorType.negative:
            if head.isIndefinite { throw CBORError(.malformed, at: offset) }
        case MajorType.bytes, MajorType.text: try readString(head, at: offset)
        case MajorType.list, MajorType.map: return try enter(head, at: offset)
        default: try check(simple: head, at: offset)
        }
        try note(offset)
    }

    /// Notes an item that is right as far as it has been read, so that what is noted last comes before an error.
    private mutating func note(_ offset: Int) throws(CBORError) {
        // A map's value counts with its key.
        if !inner.isMap || inner.expectsKey { countedEntries += 1 }
        guard countedEntries <= mostEntries else {
            throw CBORError(.tooManyEntries(most: mostEntries), at: offset)
        }
        entries.append(
            OutlineEntry(
                offset: UInt32(offset), parent: inner.container, next: UInt32(entries.count + 1),
                place: inner.isMap ? 0 : inner.place))
        inner.place += 1
        inner.remaining -= 1
    }

    private mutating func readBreak() throws(CBORError) {
        guard !inner.isMap || inner.expectsKey else { throw CBORError(.malformed, at: position) }
        position += 1
        inner.remaining = 0
    }

    private mutating func headAfter(tag: Head) throws(CBORError) -> Head {
        guard !tag.isIndefinite else { throw CBORError(.malformed, at: position) }
        position = tag.end
        return try head(at: position)
    }

    private mutating func enter(_ head: Head, at offset: Int) throws(CBORError) {
        let isMap = head.major == MajorType.map
        guard outer.count < CBORDecoder.deepest else { throw CBORError(.nestedTooDeeply, at: offset) }
        // Each item has at least a byte.
        guard head.argument <= UInt64(bytes.count - position) else { throw CBORError(.truncated, at: offset) }
        let items = isMap ? Int(head.argument) * 2 : Int(head.argument)
        try note(offset)
        outer.append(inner)
        inner = Frame(
            container: UInt32(entries.count - 1), isMap: isMap, isIndefinite: head.isIndefinite,
            remaining: head.isIndefinite ? .max : items)
        guard head.argument <= UInt64(mostEntries) else {
            throw CBORError(.tooManyEntries(most: mostEntries), at: offset)
        }
    }

    @inline(__always)
    private func head(at offset: Int) throws(CBORError) -> Head {
        guard let head = Head(bytes, at: offset) else { throw noHead(at: offset) }
        return head
    }

    private func noHead(at offset: Int) -> CBORError {
        let isReserved = offset < bytes.count && (28...30).contains(bytes[offset] & 0x1F)
        return CBORError(isReserved ? .malformed : .truncated, at: offset)
    }

    private func check(simple head: Head, at offset: Int) throws(CBORError) {
        // Simple values below 32 have no form of two bytes (RFC 8949, section 3.3).
        let hasShortForm = head.end == offset + 2 && head.argument < 32
        if head.isIndefinite || hasShortForm { throw CBORError(.malformed, at: offset) }
    }
}

/// Strings.
extension OutlineBuilder {
    private mutating func readString(_ head: Head, at offset: Int) throws(CBORError) {
        guard head.isIndefinite else { return try readContents(head, at: offset) }
        while true {
            let start = position
            if start < bytes.count, bytes[start] == SimpleByte.break { break }
            let chunk = try self.head(at: start)
            guard chunk.major == head.major, !chunk.isIndefinite else {
                throw CBORError(.malformed, at: start)
            }
            position = chunk.end
            try readContents(chunk, at: start)
        }
        position += 1
    }

    private mutating func readContents(_ head: Head, at offset: Int) throws(CBORError) {
        guard head.argument <= UInt64(bytes.count - position) else { throw CBORError(.truncated, at: offset) }
        let contents = head.contents
        if head.major == MajorType.text, !UTF8Text.isValid(bytes, contents) {
            throw CBORError(.invalidUTF8, at: offset)
        }
        position = contents.upperBound
    }
}

/// Keys.
extension OutlineBuilder {
    private mutating func check(key head: Head, at offset: Int) throws(CBORError) {
        switch head.major {
        case MajorType.text where !head.isIndefinite:
            // What ends too early is found when the text is read.
            guard head.argument <= UInt64(bytes.count - head.end) else { return }
            // Beyond ASCII the same text may stand in other bytes.
            guard head.argument <= UInt64(KeyForm.longestBytes) else {
                throw CBORError(.unwieldyKey, at: offset)
            }
            if bytes[head.contents].isASCII { filter(head.contents, offset) } else { inner.mayRepeat = true }
        case MajorType.text, MajorType.unsigned, MajorType.negative: inner.mayRepeat = true
        default: throw CBORError(.unsupportedKey, at: offset)
        }
    }

    private mutating func filter(_ key: Range<Int>, _ offset: Int) {
        guard inner.filter.insert(bytes, key) else { return }
        if mayStandBefore(offset..<key.upperBound) { inner.mayRepeat = true }
    }

    /// Whether one of the map's earlier keys is these bytes, as far as a short look can tell.
    private func mayStandBefore(_ item: Range<Int>) -> Bool {
        guard inner.place <= 64, bytes[item.lowerBound] & 0x1F < 24 else { return true }
        var index = Int(inner.container) + 1
        while index < entries.count {
            let start = Int(entries[index].offset)
            // A long head may give the same text in other bytes.
            if bytes[start] & 0x1F >= 24 { return true }
            if bytes[start] == bytes[item.lowerBound], bytes[start..<start + item.count] == bytes[item] {
                return true
            }
            index = Int(entries[index + 1].next)
        }
        return false
    }

    private func requireDistinctKeys(of map: Int) throws(CBORError) {
        var places: [Int] = []
        var index = map + 1
        while index < entries.count {
            places.append(index)
            index = Int(entries[index + 1].next)
        }
        let names = places.map { KeyName.bytes(bytes, at: Int(entries[$0].offset)) }
        if let unwieldy = names.firstIndex(where: { !KeyForm.isComparable($0) }) {
            throw CBORError(.unwieldyKey, at: Int(entries[places[unwieldy]].offset))
        }
        guard let repeated = KeyFilter.firstRepeated(names) else { return }
        let name = String(decoding: names[repeated].prefix(64), as: UTF8.self)
        throw CBORError(.duplicateKey(name), at: Int(entries[places[repeated]].offset))
    }
}
