import CBOR

/// What is checked of a JSON body before Foundation's decoder sees it.
///
/// That decoder also takes UTF-16 and a byte order mark, overlooks broken UTF-8 where nobody reads, chooses one of
/// two equal keys, where another language's parser may choose the other, and builds whatever it is given. The
/// grammar is left to it.
struct JSONText {
    private let bytes: [UInt8]
    private var position = 0
    private var open: [Container] = []
    private var isASCII = true
    private var allowance: Int
    private let mostEntries: Int
    private let known: Schema?
    private var unknown = UnknownFields()

    /// A list or an object whose end was not read yet.
    private struct Container {
        let isObject: Bool
        var expectsKey: Bool
        var keys = KeySet()
        /// The key whose value is being read, without escapes.
        var key: ArraySlice<UInt8> = []
        /// Commas of a list.
        var commas = 0
        /// What it may be; nil where anything is let pass.
        let known: Schema?

        init(isObject: Bool, known: Schema?) {
            self.isObject = isObject
            self.known = known
            expectsKey = isObject
        }

        var step: any CodingKey {
            isObject ? TextKey(String(decoding: key, as: UTF8.self)) : ListIndex(commas)
        }
    }

    private init(_ bytes: [UInt8], mostEntries: Int, known: Schema?) {
        self.bytes = bytes
        self.mostEntries = mostEntries
        self.known = known
        allowance = mostEntries
    }

    /// - Parameters:
    ///   - mostEntries: elements of lists and keys of objects that may be there in all.
    ///   - known: what the body may be.
    /// - Returns: the fields that are not known; none where `known` is nil.
    /// - Throws: what is wrong with the body as a whole, or a `DecodingError` for what is wrong with a part of it.
    static func check(_ bytes: [UInt8], mostEntries: Int, known: Schema?) throws -> UnknownFields {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw problem("starts with a byte order mark") }
        var text = JSONText(bytes, mostEntries: mostEntries, known: known)
        try text.scan()
        if !text.isASCII, String(validating: bytes, as: UTF8.self) == nil { throw problem("not valid UTF-8") }
        return text.unknown
    }

    private mutating func scan() throws {
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): try scanString()
            case UInt8(ascii: "{"): try enter(isObject: true)
            case UInt8(ascii: "["):
                try enter(isObject: false)
                if !isAtEndOfList() { try countEntry() }
            case UInt8(ascii: "}"): try closeObject()
            case UInt8(ascii: "]"): _ = open.popLast()
            case UInt8(ascii: ","): try passComma()
            case 0: throw Self.problem("holds a zero byte")
            case 0x80...: isASCII = false
            default: break
            }
        }
    }

    private mutating func enter(isObject: Bool) throws(FieldProblem) {
        // As deep as in the other encoding.
        if open.count == CBORDecoder.deepest { throw Self.problem("nested too deeply") }
        open.append(Container(isObject: isObject, known: knownHere))
    }

    /// What the value may be that is read next.
    private var knownHere: Schema? {
        guard let container = open.last else { return known }
        guard container.isObject else { return container.known?.element }
        return container.known?.member(String(decoding: container.key, as: UTF8.self))
    }

    private mutating func closeObject() throws(FieldProblem) {
        // Foundation's decoder takes a comma before the brace.
        if let object = open.popLast(), object.expectsKey, !object.keys.isEmpty {
            throw Self.problem("not valid JSON")
        }
    }

    /// Whether a list that was just entered is empty.
    private mutating func isAtEndOfList() -> Bool {
        while position < bytes.count, Self.spaces.contains(bytes[position]) { position += 1 }
        return position < bytes.count && bytes[position] == UInt8(ascii: "]")
    }

    private static let spaces: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]

    private mutating func passComma() throws {
        guard let last = open.indices.last else { return }
        if open[last].isObject {
            open[last].expectsKey = true
        } else {
            try countEntry()
            open[last].commas += 1
        }
    }

    private mutating func countEntry() throws {
        guard allowance > 0 else { throw tooManyEntries() }
        allowance -= 1
    }

    /// Steps over a string whose quotation mark has been read; remembers it where it is a key.
    private mutating func scanString() throws {
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

    private mutating func remember(key: ArraySlice<UInt8>, hasEscapes: Bool) throws {
        guard let last = open.indices.last, open[last].expectsKey else { return }
        try countEntry()
        let plain = hasEscapes ? JSONEscapes.removed(from: key)[...] : key
        guard KeyForm.isComparable(plain) else { throw DecodingProblem.unwieldyKey.decodingError(at: path) }
        guard open[last].keys.insert(plain) else {
            throw DecodingProblem.duplicateKey(String(decoding: plain.prefix(64), as: UTF8.self), in: path)
        }
        open[last].key = plain
        open[last].expectsKey = false
        if let schema = open[last].known {
            unknown.note(String(decoding: plain, as: UTF8.self), in: schema, at: path)
        }
    }

    /// The list or object that is being read.
    private var path: [any CodingKey] { open.dropLast().map(\.step) }

    private func tooManyEntries() -> DecodingError {
        DecodingProblem.tooManyEntries(most: mostEntries).decodingError(at: path)
    }

    private static func problem(_ message: String) -> FieldProblem {
        FieldProblem(code: "invalid_request", message: message)
    }
}

/// The keys of one object: a short list is searched, a long one hashed, so that a hostile object of many keys
/// costs no more than its length. Equal is what is the same text to Unicode, which has several ways to write some.
private struct KeySet {
    private var few: [ArraySlice<UInt8>] = []
    private var many: Set<ArraySlice<UInt8>> = []
    /// All keys, once there is one beyond ASCII.
    private var texts: Set<String> = []

    var isEmpty: Bool { few.isEmpty && texts.isEmpty }

    /// Whether the key is new.
    mutating func insert(_ key: ArraySlice<UInt8>) -> Bool {
        if !texts.isEmpty || !key.allSatisfy({ $0 < 0x80 }) { return insert(text: key) }
        if !many.isEmpty { return many.insert(key).inserted }
        if few.contains(where: { $0.count == key.count && $0 == key }) { return false }
        few.append(key)
        if few.count > 16 { many = Set(few) }
        return true
    }

    private mutating func insert(text key: ArraySlice<UInt8>) -> Bool {
        if texts.isEmpty {
            let keys = many.isEmpty ? few : Array(many)
            texts = Set(keys.map { String(decoding: $0, as: UTF8.self) })
        }
        return texts.insert(String(decoding: key, as: UTF8.self)).inserted
    }
}
