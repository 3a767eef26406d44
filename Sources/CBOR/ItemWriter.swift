/// Appends items to a growing buffer, each in its shortest form.
public struct ItemWriter {
    private(set) var bytes: [UInt8] = []
    /// Entries of the innermost open list or map so far.
    private(set) var count = 0

    init(reservingCapacity capacity: Int = 512) { bytes.reserveCapacity(capacity) }

    public mutating func integer(_ value: Int64) {
        if value >= 0 {
            head(MajorType.unsigned, UInt64(value))
        } else {
            head(MajorType.negative, UInt64(bitPattern: ~value))
        }
    }

    mutating func unsigned(_ value: UInt64) { head(MajorType.unsigned, value) }

    public mutating func boolean(_ value: Bool) {
        bytes.append(value ? SimpleByte.true : SimpleByte.false)
    }

    public mutating func null() { bytes.append(SimpleByte.null) }

    public mutating func text(_ text: String) {
        let characters = text.utf8
        head(MajorType.text, UInt64(characters.count))
        bytes.append(contentsOf: characters)
    }

    public mutating func byteString(_ string: some Collection<UInt8>) {
        head(MajorType.bytes, UInt64(string.count))
        bytes.append(contentsOf: string)
    }

    /// As a half, a single or a double: the shortest that is exactly the number. All NaN are one.
    public mutating func number(_ value: Double) {
        let single = Float(value)
        guard Double(single) == value || value.isNaN else {
            return appendBigEndian(value.bitPattern, after: SimpleByte.double)
        }
        if let half = HalfPrecision.bits(exactly: single) {
            appendBigEndian(half, after: SimpleByte.half)
        } else {
            appendBigEndian(single.bitPattern, after: SimpleByte.single)
        }
    }

    private mutating func appendBigEndian<Bits: FixedWidthInteger>(_ bits: Bits, after first: UInt8) {
        bytes.append(first)
        for shift in stride(from: Bits.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
    }

    @inline(__always)
    private mutating func head(_ major: UInt8, _ argument: UInt64) {
        if argument < 24 {
            bytes.append(major << 5 | UInt8(argument))
        } else {
            longHead(major << 5, argument)
        }
    }

    private mutating func longHead(_ type: UInt8, _ argument: UInt64) {
        switch argument {
        case ...0xFF:
            bytes.append(type | 24)
            bytes.append(UInt8(argument))
        case ...0xFFFF: appendBigEndian(UInt16(argument), after: type | 25)
        case ...0xFFFF_FFFF: appendBigEndian(UInt32(argument), after: type | 26)
        default: appendBigEndian(argument, after: type | 27)
        }
    }
}

/// Lists and maps, whose length is filled in when they end.
extension ItemWriter {
    /// A list or map that has begun.
    public struct Opening {
        let major: UInt8
        let offset: Int
        let outerCount: Int
    }

    public mutating func beginMap() -> Opening { begin(MajorType.map) }
    public mutating func beginList() -> Opening { begin(MajorType.list) }

    private mutating func begin(_ major: UInt8) -> Opening {
        let opening = Opening(major: major, offset: bytes.count, outerCount: count)
        bytes.append(major << 5)
        count = 0
        return opening
    }

    /// The key of the next entry of the innermost map.
    public mutating func key(_ name: String) {
        count += 1
        text(name)
    }

    public mutating func key(_ name: StaticString) {
        count += 1
        name.withUTF8Buffer { characters in
            head(MajorType.text, UInt64(characters.count))
            bytes.append(contentsOf: characters)
        }
    }

    /// Says that an element of the innermost list follows.
    public mutating func element() { count += 1 }

    public mutating func end(_ opening: Opening) {
        if count < 24 {
            bytes[opening.offset] |= UInt8(count)
        } else {
            var longer = ItemWriter(reservingCapacity: 9)
            longer.head(opening.major, UInt64(count))
            bytes.replaceSubrange(opening.offset...opening.offset, with: longer.bytes)
        }
        count = opening.outerCount
    }

    /// Puts the last items in another order.
    mutating func replaceEnd(from offset: Int, with items: some Sequence<UInt8>) {
        bytes.replaceSubrange(offset..., with: Array(items))
    }

    /// Puts items that were written apart in at their place.
    mutating func insert(_ items: [UInt8], at offset: Int) {
        bytes.insert(contentsOf: items, at: offset)
    }
}
