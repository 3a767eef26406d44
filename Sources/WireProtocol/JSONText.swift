/// What is checked of a JSON body before Foundation's decoder sees it.
///
/// That decoder also takes UTF-16 and a byte order mark, overlooks broken UTF-8 where nobody reads, and chooses
/// one of two equal keys, where another language's parser may choose the other. The grammar is left to it.
struct JSONText {
    /// Deeper than any message, and far from what exhausts a stack.
    static let deepest = 100

    private let bytes: [UInt8]
    private var position = 0
    private var open: [Container] = []
    private var isASCII = true

    private enum Container {
        case list
        case object(keys: KeySet, expectsKey: Bool)
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// - Throws: what is wrong with the body as a whole.
    static func check(_ bytes: [UInt8]) throws(FieldProblem) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw problem("starts with a byte order mark") }
        var text = JSONText(bytes)
        try text.scan()
        if !text.isASCII, String(validating: bytes, as: UTF8.self) == nil { throw problem("not valid UTF-8") }
    }

    private mutating func scan() throws(FieldProblem) {
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): try scanString()
            case UInt8(ascii: "{"): try enter(.object(keys: KeySet(), expectsKey: true))
            case UInt8(ascii: "["): try enter(.list)
            case UInt8(ascii: "}"): try closeObject()
            case UInt8(ascii: "]"): _ = open.popLast()
            case UInt8(ascii: ","): expectKey()
            case 0: throw Self.problem("holds a zero byte")
            case 0x80...: isASCII = false
            default: break
            }
        }
    }

    private mutating func enter(_ container: Container) throws(FieldProblem) {
        if open.count == Self.deepest { throw Self.problem("nested too deeply") }
        open.append(container)
    }

    private mutating func closeObject() throws(FieldProblem) {
        // Foundation's decoder takes a comma before the brace.
        if case .object(let keys, true)? = open.popLast(), !keys.isEmpty {
            throw Self.problem("not valid JSON")
        }
    }

    private mutating func expectKey() {
        guard case .object(let keys, _)? = open.popLast() else { return open.append(.list) }
        open.append(.object(keys: keys, expectsKey: true))
    }

    /// Steps over a string whose quotation mark has been read; remembers it where it is a key.
    private mutating func scanString() throws(FieldProblem) {
        let start = position
        var hasEscapes = false
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            switch bytes[position] {
            case UInt8(ascii: "\\"):
                hasEscapes = true
                position += 1
            case 0: throw Self.problem("holds a zero byte")
            case 0x80...: isASCII = false
            default: break
            }
            position += 1
        }
        let end = min(position, bytes.count)
        position += 1
        try remember(key: bytes[start..<end], hasEscapes: hasEscapes)
    }

    private mutating func remember(key: ArraySlice<UInt8>, hasEscapes: Bool) throws(FieldProblem) {
        guard case .object(var keys, true)? = open.last else { return }
        open.removeLast()
        let plain = hasEscapes ? JSONEscapes.removed(from: key)[...] : key
        guard keys.insert(plain) else {
            let name = String(decoding: plain.prefix(64), as: UTF8.self)
            throw Self.problem("the key \"\(name)\" stands twice")
        }
        open.append(.object(keys: keys, expectsKey: false))
    }

    private static func problem(_ message: String) -> FieldProblem {
        FieldProblem(code: "invalid_request", message: message)
    }
}

/// The keys of one object: a short list is searched, a long one hashed, so that a hostile object of many keys
/// costs no more than its length.
private struct KeySet {
    private var few: [ArraySlice<UInt8>] = []
    private var many: Set<ArraySlice<UInt8>> = []

    var isEmpty: Bool { few.isEmpty }

    /// Whether the key is new.
    mutating func insert(_ key: ArraySlice<UInt8>) -> Bool {
        if !many.isEmpty { return many.insert(key).inserted }
        if few.contains(where: { $0.count == key.count && $0 == key }) { return false }
        few.append(key)
        if few.count > 16 { many = Set(few) }
        return true
    }
}
