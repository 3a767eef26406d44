/// Appends items to a growing buffer, each in its shortest form.
///
/// The buffer is longer than what is written, and each item goes in by position: appending a byte to an array
/// costs more than writing it.
public struct ItemWriter {
    private(set) var buffer: [UInt8]
    /// How many bytes of the buffer are written.
    private(set) var length = 0
    /// Entries of the innermost open list or map so far.
    private(set) var count = 0

    init(reservingCapacity capacity: Int = 1024) { buffer = Array(repeating: 0, count: capacity) }

    /// What is written, taken out; nothing can be written after it.
    mutating func finish() -> [UInt8] {
        var finished: [UInt8] = []
        swap(&finished, &buffer)
        finished.removeLast(finished.count - length)
        length = 0
        return finished
    }

    /// Lends room for `most` bytes at the end; `write` tells how many it took.
    @inline(__always)
    private mutating func append(_ most: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
        if buffer.count - length < most { grow(by: most) }
        let start = length
        length += buffer.withUnsafeMutableBufferPointer { room in
            room.baseAddress.map { write($0 + start) } ?? 0
        }
    }

    @inline(never)
    private mutating func grow(by more: Int) {
        let capacity = max(2 * buffer.count, length + more, 64)
        buffer.append(contentsOf: repeatElement(0, count: capacity - buffer.count))
    }

    public mutating func integer(_ value: Int64) {
        if value >= 0 {
            head(MajorType.unsigned, UInt64(value))
        } else {
            head(MajorType.negative, UInt64(bitPattern: ~value))
        }
    }

    mutating func unsigned(_ value: UInt64) { head(MajorType.unsigned, value) }

    public mutating func boolean(_ value: Bool) { byte(value ? SimpleByte.true : SimpleByte.false) }

    public mutating func null() { byte(SimpleByte.null) }

    public mutating func text(_ text: String) {
        let written: Void? = text.utf8.withContiguousStorageIfAvailable { string(MajorType.text, $0) }
        if written == nil { string(MajorType.text, Array(text.utf8)) }
    }

    /// A text that is known to be ASCII, written by whoever makes it: `write` fills exactly `count` bytes.
    public mutating func text(count: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        append(Self.longestHead + count) { room in
            let head = Self.put(MajorType.text << 5, UInt64(count), room)
            write(UnsafeMutableBufferPointer(start: room + head, count: count))
            return head + count
        }
    }

    public mutating func byteString(_ string: some Collection<UInt8>) {
        let written: Void? = string.withContiguousStorageIfAvailable { self.string(MajorType.bytes, $0) }
        if written == nil { self.string(MajorType.bytes, Array(string)) }
    }

    private mutating func string(_ major: UInt8, _ contents: [UInt8]) {
        contents.withUnsafeBufferPointer { string(major, $0) }
    }

    @inline(__always)
    private mutating func string(_ major: UInt8, _ contents: UnsafeBufferPointer<UInt8>) {
        append(Self.longestHead + contents.count) { room in
            let head = Self.put(major << 5, UInt64(contents.count), room)
            if let start = contents.baseAddress { Self.copy(start, contents.count, to: room + head) }
            return head + contents.count
        }
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
        append(Self.longestHead) { Self.put(first, followedBy: bits, $0) }
    }

    @inline(__always)
    private mutating func byte(_ byte: UInt8) {
        append(1) { room in
            room.pointee = byte
            return 1
        }
    }

    @inline(__always)
    private mutating func head(_ major: UInt8, _ argument: UInt64) {
        append(Self.longestHead) { Self.put(major << 5, argument, $0) }
    }

    /// Most texts and keys are short: two words that overlap are cheaper than a call.
    @inline(__always)
    private static func copy(_ from: UnsafePointer<UInt8>, _ count: Int, to: UnsafeMutablePointer<UInt8>) {
        switch count {
        case 8...16: copyEnds(from, count, to: to, UInt64.self)
        case 4...7: copyEnds(from, count, to: to, UInt32.self)
        case 2...3: copyEnds(from, count, to: to, UInt16.self)
        default: to.update(from: from, count: count)
        }
    }

    @inline(__always)
    private static func copyEnds<Word: FixedWidthInteger>(
        _ from: UnsafePointer<UInt8>, _ count: Int, to: UnsafeMutablePointer<UInt8>, _ word: Word.Type
    ) {
        let (from, to) = (UnsafeRawPointer(from), UnsafeMutableRawPointer(to))
        let last = count - MemoryLayout<Word>.size
        let (head, tail) = (from.loadUnaligned(as: word), (from + last).loadUnaligned(as: word))
        to.storeBytes(of: head, as: word)
        (to + last).storeBytes(of: tail, as: word)
    }

    private static let longestHead = 9

    /// - Returns: how many bytes the head has.
    @inline(__always)
    private static func put(_ type: UInt8, _ argument: UInt64, _ room: UnsafeMutablePointer<UInt8>) -> Int {
        guard argument >= 24 else {
            room.pointee = type | UInt8(truncatingIfNeeded: argument)
            return 1
        }
        return putLong(type, argument, room)
    }

    @inline(never)
    private static func putLong(_ type: UInt8, _ argument: UInt64, _ room: UnsafeMutablePointer<UInt8>) -> Int
    {
        switch argument {
        case ...0xFF: put(type | 24, followedBy: UInt8(argument), room)
        case ...0xFFFF: put(type | 25, followedBy: UInt16(argument), room)
        case ...0xFFFF_FFFF: put(type | 26, followedBy: UInt32(argument), room)
        default: put(type | 27, followedBy: argument, room)
        }
    }

    @inline(__always)
    private static func put<Bits: FixedWidthInteger>(
        _ first: UInt8, followedBy bits: Bits, _ room: UnsafeMutablePointer<UInt8>
    ) -> Int {
        room.pointee = first
        UnsafeMutableRawPointer(room + 1).storeBytes(of: bits.bigEndian, as: Bits.self)
        return 1 + MemoryLayout<Bits>.size
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
        let opening = Opening(major: major, offset: length, outerCount: count)
        byte(major << 5)
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
        string(MajorType.text, UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }

    /// Says that an element of the innermost list follows.
    public mutating func element() { count += 1 }

    public mutating func end(_ opening: Opening) {
        if count < 24 {
            buffer[opening.offset] |= UInt8(count)
        } else {
            var longer = ItemWriter(reservingCapacity: Self.longestHead)
            longer.head(opening.major, UInt64(count))
            replace(opening.offset..<opening.offset + 1, with: longer.buffer[..<longer.length])
        }
        count = opening.outerCount
    }

    /// Puts the last items in another order.
    mutating func replaceEnd(from offset: Int, with items: some Sequence<UInt8>) {
        replace(offset..<length, with: Array(items))
    }

    /// Puts items that were written apart in at their place.
    mutating func insert(_ items: [UInt8], at offset: Int) { replace(offset..<offset, with: items) }

    private mutating func replace(_ range: Range<Int>, with items: some Collection<UInt8>) {
        buffer.replaceSubrange(range, with: items)
        length += items.count - range.count
    }
}
