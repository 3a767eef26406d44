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
        var rewriting = JSONRewriting(writer.finish())
        guard (try? rewriting.value()) != nil else { return nil }
        return rewriting.text
    }
}

/// Walks through an item that our own writer wrote, and writes each part as JSON.
private struct JSONRewriting {
    private let item: [UInt8]
    private var position = 0
    private(set) var text: [UInt8] = []

    init(_ item: [UInt8]) {
        self.item = item
        text.reserveCapacity(2 * item.count)
    }

    mutating func value() throws(NotAsWritten) {
        guard let head = Head(item, at: position), !head.isIndefinite else { throw NotAsWritten() }
        let first = item[position]
        position = head.end
        switch head.major {
        case MajorType.unsigned: append(String(head.argument))
        case MajorType.negative: append("-\(head.argument + 1)")
        case MajorType.text: string(head)
        case MajorType.list: try list(head.argument)
        case MajorType.map: try map(head.argument)
        default: try simple(first)
        }
    }

    private mutating func list(_ count: UInt64) throws(NotAsWritten) {
        text.append(UInt8(ascii: "["))
        for index in 0..<count {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            try value()
        }
        text.append(UInt8(ascii: "]"))
    }

    private mutating func map(_ count: UInt64) throws(NotAsWritten) {
        text.append(UInt8(ascii: "{"))
        for index in 0..<count {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            try value()
            text.append(UInt8(ascii: ":"))
            try value()
        }
        text.append(UInt8(ascii: "}"))
    }

    private mutating func simple(_ first: UInt8) throws(NotAsWritten) {
        switch first {
        case SimpleByte.false: append("false")
        case SimpleByte.true: append("true")
        case SimpleByte.null: append("null")
        default: throw NotAsWritten()
        }
    }

    private mutating func append(_ ascii: String) { text.append(contentsOf: ascii.utf8) }

    private mutating func string(_ head: Head) {
        text.append(UInt8(ascii: "\""))
        let contents = item[head.contents]
        if contents.allSatisfy(Self.standsForItself) {
            text.append(contentsOf: contents)
        } else {
            for byte in contents { escape(byte) }
        }
        text.append(UInt8(ascii: "\""))
        position = head.contents.upperBound
    }

    private static func standsForItself(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// RFC 8259, section 7.
    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0A: append("\\n")
        case 0x0C: append("\\f")
        case 0x0D: append("\\r")
        case ..<0x20: append("\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16))
        default: text.append(byte)
        }
    }
}
