/// JSON of values that write themselves, by way of their CBOR (RFC 8949, section 6.1): much faster than a general
/// JSON coder.
public enum DirectJSON {
    /// Keys stand in the order in which the type writes them.
    ///
    /// Nil for a type that does not write itself, and for a value with a floating point number or bytes in it.
    public static func encode<Value: Encodable>(_ value: Value) -> [UInt8]? {
        guard let coder = directCoder(of: Value.self) else { return nil }
        var writer = ItemWriter()
        coder.write(value, to: &writer)
        let item = writer.finish()
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: JSONRewriting.mostBytes(of: item)) {
            room in
            var rewriting = JSONRewriting(item, to: room)
            guard (try? rewriting.value()) != nil else { return nil }
            return Array(room[..<rewriting.written])
        }
    }
}

/// Walks through an item that our own writer wrote, and writes each part as JSON.
private struct JSONRewriting {
    private let item: [UInt8]
    private let room: UnsafeMutableBufferPointer<UInt8>
    private var position = 0
    private(set) var written = 0

    /// No byte of CBOR becomes more than six of JSON: `false,` of one, `\u0001` of another.
    static func mostBytes(of item: [UInt8]) -> Int { 6 * item.count }

    init(_ item: [UInt8], to room: UnsafeMutableBufferPointer<UInt8>) {
        self.item = item
        self.room = room
    }

    mutating func value() throws(NotAsWritten) {
        guard let head = Head(item, at: position), !head.isIndefinite else { throw NotAsWritten() }
        let first = item[position]
        position = head.end
        switch head.major {
        case MajorType.unsigned: number(head.argument)
        case MajorType.negative:
            append(UInt8(ascii: "-"))
            number(head.argument + 1)
        case MajorType.text: string(head)
        case MajorType.list: try list(head.argument)
        case MajorType.map: try map(head.argument)
        default: try simple(first)
        }
    }

    private mutating func list(_ count: UInt64) throws(NotAsWritten) {
        append(UInt8(ascii: "["))
        for index in 0..<count {
            if index > 0 { append(UInt8(ascii: ",")) }
            try value()
        }
        append(UInt8(ascii: "]"))
    }

    private mutating func map(_ count: UInt64) throws(NotAsWritten) {
        append(UInt8(ascii: "{"))
        for index in 0..<count {
            if index > 0 { append(UInt8(ascii: ",")) }
            try value()
            append(UInt8(ascii: ":"))
            try value()
        }
        append(UInt8(ascii: "}"))
    }

    private mutating func number(_ number: UInt64) {
        let start = written
        var rest = number
        repeat {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        if written > start + 1 { room[start..<written].reverse() }
    }

    private mutating func simple(_ first: UInt8) throws(NotAsWritten) {
        switch first {
        case SimpleByte.false: append("false")
        case SimpleByte.true: append("true")
        case SimpleByte.null: append("null")
        default: throw NotAsWritten()
        }
    }
}

/// Strings (RFC 8259, section 7).
extension JSONRewriting {
    private mutating func string(_ head: Head) {
        append(UInt8(ascii: "\""))
        for byte in item[head.contents] {
            let standsForItself = byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
            if standsForItself { append(byte) } else { escape(byte) }
        }
        append(UInt8(ascii: "\""))
        position = head.contents.upperBound
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0A: append("\\n")
        case 0x0C: append("\\f")
        case 0x0D: append("\\r")
        default:
            append(byte < 0x10 ? "\\u000" : "\\u001")
            let digit = byte & 0x0F
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }

    private mutating func append(_ ascii: StaticString) {
        ascii.withUTF8Buffer { for byte in $0 { append(byte) } }
    }

    @inline(__always)
    private mutating func append(_ byte: UInt8) {
        room[written] = byte
        written += 1
    }
}
