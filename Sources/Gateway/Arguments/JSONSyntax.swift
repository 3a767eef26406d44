/// Where a text stops being JSON (RFC 8259): decoders say only that it does.
struct JSONSyntax {
    /// Line and column of the first byte that cannot stand there, both counted from 1; nil for JSON.
    static func firstError(in bytes: [UInt8]) -> (line: Int, column: Int)? {
        var syntax = JSONSyntax(bytes: bytes)
        do throws(Unexpected) {
            try syntax.value()
            syntax.skipBlanks()
            if syntax.next == nil { return nil }
        } catch {}
        let before = bytes.prefix(syntax.position)
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let column = String(decoding: before[lineStart...], as: UTF8.self).count + 1
        return (before.count { $0 == UInt8(ascii: "\n") } + 1, column)
    }

    private struct Unexpected: Error {}

    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0
    private static let deepest = 256

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    private mutating func value() throws(Unexpected) {
        skipBlanks()
        switch next {
        case UInt8(ascii: "{"): try list(closedBy: UInt8(ascii: "}"), hasKeys: true)
        case UInt8(ascii: "["): try list(closedBy: UInt8(ascii: "]"), hasKeys: false)
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default: try number()
        }
    }

    private mutating func list(closedBy end: UInt8, hasKeys: Bool) throws(Unexpected) {
        guard depth < Self.deepest else { throw Unexpected() }
        depth += 1
        position += 1
        skipBlanks()
        if next != end { try entries(hasKeys: hasKeys) }
        try take(end)
        depth -= 1
    }

    private mutating func entries(hasKeys: Bool) throws(Unexpected) {
        while true {
            if hasKeys {
                skipBlanks()
                guard next == UInt8(ascii: "\"") else { throw Unexpected() }
                try string()
                skipBlanks()
                try take(UInt8(ascii: ":"))
            }
            try value()
            skipBlanks()
            guard next == UInt8(ascii: ",") else { return }
            position += 1
        }
    }

    private mutating func take(_ byte: UInt8) throws(Unexpected) {
        guard next == byte else { throw Unexpected() }
        position += 1
    }

    private mutating func word(_ text: String) throws(Unexpected) {
        for byte in text.utf8 { try take(byte) }
    }

    private mutating func string() throws(Unexpected) {
        position += 1
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw Unexpected() }
            position += 1
            if byte == UInt8(ascii: "\\") { try escape() }
        }
        try take(UInt8(ascii: "\""))
    }

    private mutating func escape() throws(Unexpected) {
        guard let byte = next, #""\/bfnrtu"#.utf8.contains(byte) else { throw Unexpected() }
        position += 1
        guard byte == UInt8(ascii: "u") else { return }
        for _ in 0..<4 {
            guard let digit = next, "0123456789abcdefABCDEF".utf8.contains(digit) else { throw Unexpected() }
            position += 1
        }
    }

    private mutating func number() throws(Unexpected) {
        if next == UInt8(ascii: "-") { position += 1 }
        if next == UInt8(ascii: "0") { position += 1 } else { try digits() }
        if next == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        guard next == UInt8(ascii: "e") || next == UInt8(ascii: "E") else { return }
        position += 1
        if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
        try digits()
    }

    private mutating func digits() throws(Unexpected) {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        if position == start { throw Unexpected() }
    }
}
