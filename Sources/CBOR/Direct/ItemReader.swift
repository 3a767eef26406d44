/// Reads what `ItemWriter` writes, from the first byte to the last, and gives up at anything else.
public struct ItemReader {
    private let bytes: [UInt8]
    private var position: Int
    /// Entries of the innermost list or map that have not been read.
    private var remaining: UInt64 = 0

    private init(_ bytes: [UInt8], at position: Int) {
        self.bytes = bytes
        self.position = position
    }

    /// A value that reads itself; nil for one that cannot, or where it must be read in the general way.
    static func read<Value>(
        _ type: Value.Type, from bytes: [UInt8], at offset: Int, toEnd: Bool = false
    ) -> Value? {
        guard let direct = type as? any DirectCoding.Type else { return nil }
        var reader = ItemReader(bytes, at: offset)
        let value = try? direct.init(reading: &reader)
        return toEnd && reader.position != bytes.count ? nil : value as? Value
    }

    @inline(__always)
    private mutating func head(_ major: UInt8) throws(NotAsWritten) -> UInt64 {
        guard let head = Head(bytes, at: position), head.major == major, !head.isIndefinite else {
            throw NotAsWritten()
        }
        position = head.end
        return head.argument
    }

    public mutating func integer() throws(NotAsWritten) -> Int64 {
        guard let head = Head(bytes, at: position), head.major <= MajorType.negative, !head.isIndefinite,
            head.argument <= UInt64(Int64.max)
        else { throw NotAsWritten() }
        position = head.end
        let value = Int64(head.argument)
        return head.major == MajorType.negative ? ~value : value
    }

    public mutating func boolean() throws(NotAsWritten) -> Bool {
        guard position < bytes.count else { throw NotAsWritten() }
        let byte = bytes[position]
        guard byte == SimpleByte.true || byte == SimpleByte.false else { throw NotAsWritten() }
        position += 1
        return byte == SimpleByte.true
    }

    public mutating func text() throws(NotAsWritten) -> String {
        let count = try head(MajorType.text)
        guard count <= UInt64(bytes.count - position) else { throw NotAsWritten() }
        let range = position..<position + Int(count)
        position = range.upperBound
        guard let text = UTF8Text.string(bytes, range) else { throw NotAsWritten() }
        return text
    }
}

/// Lists and maps.
extension ItemReader {
    /// A list or map that has begun.
    public struct Opening {
        let outerRemaining: UInt64
    }

    public mutating func beginMap() throws(NotAsWritten) -> Opening { try begin(MajorType.map) }
    public mutating func beginList() throws(NotAsWritten) -> Opening { try begin(MajorType.list) }

    private mutating func begin(_ major: UInt8) throws(NotAsWritten) -> Opening {
        let opening = Opening(outerRemaining: remaining)
        remaining = try head(major)
        return opening
    }

    /// Takes the innermost map's next key when it is this one.
    public mutating func takeKey(_ name: StaticString) -> Bool {
        let count = name.utf8CodeUnitCount
        guard remaining > 0, count < 24, count < bytes.count - position,
            bytes[position] == MajorType.text << 5 | UInt8(count), isText(name, at: position + 1)
        else { return false }
        position += 1 + count
        remaining -= 1
        return true
    }

    private func isText(_ name: StaticString, at start: Int) -> Bool {
        name.withUTF8Buffer { characters in
            for (place, character) in characters.enumerated() where bytes[start + place] != character {
                return false
            }
            return true
        }
    }

    /// Takes an entry of the innermost list, or a key of a map whose keys are free; false at its end.
    public mutating func takeEntry() -> Bool {
        guard remaining > 0 else { return false }
        remaining -= 1
        return true
    }

    /// Goes back to what is around; there may be nothing left.
    public mutating func end(_ opening: Opening) throws(NotAsWritten) {
        guard remaining == 0 else { throw NotAsWritten() }
        remaining = opening.outerRemaining
    }
}
