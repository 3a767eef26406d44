#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Reads what `ItemWriter` writes, from the first byte to the last, and gives up at anything else.
public struct ItemReader {
    private let bytes: [UInt8]
    private var position: Int
    /// Entries of the innermost list or map that have not been read.
    private var remaining: UInt64 = 0
    /// Entries that may still come in all lists and maps together.
    private var allowance: UInt64

    private init(_ bytes: [UInt8], at position: Int, mostEntries: Int = .max) {
        self.bytes = bytes
        self.position = position
        allowance = UInt64(mostEntries)
    }

    /// A value that reads itself; nil for one that cannot, or where it must be read in the general way.
    static func read<Value>(_ type: Value.Type, from bytes: [UInt8], at offset: Int) -> Value? {
        guard let direct = type as? any DirectCoding.Type else { return nil }
        var reader = ItemReader(bytes, at: offset)
        return try? direct.init(reading: &reader) as? Value
    }

    /// The value that all of the bytes are; nil where it must be read in the general way.
    static func readAll<Value>(_ bytes: [UInt8], mostEntries: Int, by coder: DirectCoder<Value>) -> Value? {
        var reader = ItemReader(bytes, at: 0, mostEntries: mostEntries)
        do throws(NotAsWritten) {
            let value = try coder.read(&reader)
            return reader.position == bytes.count ? value : nil
        } catch {
            return nil
        }
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
        guard remaining <= allowance else { throw NotAsWritten() }
        allowance -= remaining
        return opening
    }

    /// Takes the innermost map's next key when it is this one.
    public mutating func takeKey(_ name: StaticString) -> Bool {
        let count = name.utf8CodeUnitCount
        guard remaining > 0, count < 24, count < bytes.count - position, isKey(name) else { return false }
        position += 1 + count
        remaining -= 1
        return true
    }

    /// - Precondition: there are that many bytes, and the name is shorter than 24.
    @inline(__always)
    private func isKey(_ name: StaticString) -> Bool {
        let count = name.utf8CodeUnitCount
        return bytes.withUnsafeBufferPointer { buffer in
            guard let key = buffer.baseAddress.map({ $0 + position }) else { return false }
            return key.pointee == MajorType.text << 5 | UInt8(count)
                && memcmp(key + 1, name.utf8Start, count) == 0
        }
    }

    /// Takes an entry of the innermost list, or a key of a map whose keys are free; false at its end.
    public mutating func takeEntry() -> Bool {
        guard remaining > 0 else { return false }
        remaining -= 1
        return true
    }

    /// How many entries the innermost list says it has, but no more than there are bytes for: nothing is reserved
    /// for a claim.
    public var likelyEntries: Int { Int(min(remaining, UInt64(bytes.count - position))) }

    /// Goes back to what is around; there may be nothing left.
    public mutating func end(_ opening: Opening) throws(NotAsWritten) {
        guard remaining == 0 else { throw NotAsWritten() }
        remaining = opening.outerRemaining
    }
}
