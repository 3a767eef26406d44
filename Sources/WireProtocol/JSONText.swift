import CBOR

/// What is checked of a JSON body before Foundation's decoder sees it.
///
/// That decoder also takes UTF-16 and a byte order mark, overlooks broken UTF-8 where nobody reads, chooses one of
/// two equal keys, where another language's parser may choose the other, takes signs before numbers and other
/// things that are no JSON (RFC 8259), and builds whatever it is given.
struct JSONText {
    private let bytes: [UInt8]
    private var position = 0
    private var open: [Container] = []
    private var expected = Expected.value
    private var isASCII = true
    private var allowance: Int
    private let mostEntries: Int
    private let known: Schema?
    private var unknown = UnknownFields()

    /// What may stand next, blanks aside.
    private enum Expected {
        case value
        /// An element of a list, or its end.
        case firstElement
        /// A key, or the end of the object.
        case firstKey
        case key
        case colon
        /// A comma, or the end of what is open; outside of all, nothing.
        case separator
    }

    /// A list or an object whose end was not read yet.
    private struct Container {
        let isObject: Bool
        var keys = JSONKeySet()
        /// The key whose value is being read, without escapes.
        var key: ArraySlice<UInt8> = []
        /// Commas of a list.
        var commas = 0
        /// What it may be; nil where anything is let pass.
        let known: Schema?

        init(isObject: Bool, known: Schema?) {
            self.isObject = isObject
            self.known = known
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
            case 0x20, 0x09, 0x0A, 0x0D: break
            case UInt8(ascii: "\""): try scanString()
            case UInt8(ascii: ","): try passComma()
            case UInt8(ascii: ":"): try passColon()
            case UInt8(ascii: "{"): try enter(isObject: true)
            case UInt8(ascii: "["): try enter(isObject: false)
            case UInt8(ascii: "}"): try leave(isObject: true)
            case UInt8(ascii: "]"): try leave(isObject: false)
            default: try scanScalar(byte)
            }
        }
        guard expected == .separator, open.isEmpty else { throw Self.malformed }
    }

    /// A number, or one of the three words, whose first byte has been read.
    private mutating func scanScalar(_ first: UInt8) throws {
        switch first {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            try beginValue()
            try scanNumber(first)
        case UInt8(ascii: "t"): try scanWord("rue")
        case UInt8(ascii: "f"): try scanWord("alse")
        case UInt8(ascii: "n"): try scanWord("ull")
        case 0: throw Self.zeroByte
        default: throw Self.malformed
        }
        expected = .separator
    }

    /// Notes that a value begins here, which may be one too many.
    private mutating func beginValue() throws {
        guard expected == .value || expected == .firstElement else { throw Self.malformed }
        if let container = open.last, !container.isObject { try countEntry() }
    }

    private mutating func enter(isObject: Bool) throws {
        // As deep as in the other encoding.
        if open.count == CBORDecoder.deepest { throw Self.problem("nested too deeply") }
        try beginValue()
        open.append(Container(isObject: isObject, known: knownHere))
        expected = isObject ? .firstKey : .firstElement
    }

    /// What the value may be that is read next.
    private var knownHere: Schema? {
        guard let container = open.last else { return known }
        guard container.isObject else { return container.known?.element }
        return container.known?.member(String(decoding: container.key, as: UTF8.self))
    }

    private mutating func leave(isObject: Bool) throws(FieldProblem) {
        let isEmpty = expected == (isObject ? .firstKey : .firstElement)
        guard isEmpty || expected == .separator, open.popLast()?.isObject == isObject else {
            throw Self.malformed
        }
        expected = .separator
    }

    private mutating func passComma() throws(FieldProblem) {
        guard expected == .separator, let last = open.indices.last else { throw Self.malformed }
        if open[last].isObject {
            expected = .key
        } else {
            expected = .value
            open[last].commas += 1
        }
    }

    private mutating func passColon() throws(FieldProblem) {
        guard expected == .colon else { throw Self.malformed }
        expected = .value
    }

    private mutating func countEntry() throws {
        guard allowance > 0 else { throw tooManyEntries() }
        allowance -= 1
    }

    /// Steps over a string whose quotation mark has been read; remembers it where it is a key.
    private mutating func scanString() throws {
        let isKey = expected == .key || expected == .firstKey
        if !isKey { try beginValue() }
        let start = position
        var hasEscapes = false
        while let byte = next, byte != UInt8(ascii: "\"") {
            position += 1
            switch byte {
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try scanEscape()
            case 0: throw Self.zeroByte
            case 1..<0x20: throw Self.malformed
            case 0x80...: isASCII = false
            default: break
            }
        }
        guard next != nil else { throw Self.malformed }
        if isKey { try remember(key: bytes[start..<position], hasEscapes: hasEscapes) }
        position += 1
        expected = isKey ? .colon : .separator
    }

    private mutating func remember(key: ArraySlice<UInt8>, hasEscapes: Bool) throws {
        let last = open.count - 1
        try countEntry()
        let plain = hasEscapes ? JSONEscapes.removed(from: key)[...] : key
        guard KeyForm.isComparable(plain) else { throw DecodingProblem.unwieldyKey.decodingError(at: path) }
        guard open[last].keys.insert(plain) else {
            throw DecodingProblem.duplicateKey(String(decoding: plain.prefix(64), as: UTF8.self), in: path)
        }
        open[last].key = plain
        if let schema = open[last].known {
            unknown.note(String(decoding: plain, as: UTF8.self), in: schema, at: path)
        }
    }

    /// The list or object that is being read.
    private var path: [any CodingKey] { open.dropLast().map(\.step) }

    private func tooManyEntries() -> DecodingError {
        DecodingProblem.tooManyEntries(most: mostEntries).decodingError(at: path)
    }

    private static let malformed = problem("not valid JSON")
    private static let zeroByte = problem("holds a zero byte")

    private static func problem(_ message: String) -> FieldProblem {
        FieldProblem(code: "invalid_request", message: message)
    }
}

/// What has no parts of its own.
extension JSONText {
    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func scanWord(_ rest: String) throws {
        try beginValue()
        for byte in rest.utf8 {
            guard next == byte else { throw Self.malformed }
            position += 1
        }
    }

    private mutating func scanNumber(_ first: UInt8) throws(FieldProblem) {
        var digit = first
        if first == UInt8(ascii: "-") {
            guard let byte = next else { throw Self.malformed }
            digit = byte
            position += 1
        }
        // No digit follows a zero in front.
        if digit != UInt8(ascii: "0") {
            position -= 1
            try scanDigits()
        }
        if next == UInt8(ascii: ".") {
            position += 1
            try scanDigits()
        }
        guard next == UInt8(ascii: "e") || next == UInt8(ascii: "E") else { return }
        position += 1
        if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
        try scanDigits()
    }

    /// Steps over one digit or more.
    private mutating func scanDigits() throws(FieldProblem) {
        let start = position
        while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
        if position == start { throw Self.malformed }
    }

    /// Steps over what follows a backslash.
    private mutating func scanEscape() throws(FieldProblem) {
        guard let letter = next else { throw Self.malformed }
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            break
        case UInt8(ascii: "u"): try scanCodeUnits()
        default: throw Self.malformed
        }
    }

    /// Steps over the digits of `\u00e4`, or of a pair of surrogates; half of a pair is no text.
    private mutating func scanCodeUnits() throws(FieldProblem) {
        let unit = try scanCodeUnit()
        guard UTF16.isSurrogate(unit) else { return }
        guard UTF16.isLeadSurrogate(unit), next == UInt8(ascii: "\\") else { throw Self.malformed }
        position += 1
        guard next == UInt8(ascii: "u") else { throw Self.malformed }
        position += 1
        guard UTF16.isTrailSurrogate(try scanCodeUnit()) else { throw Self.malformed }
    }

    private mutating func scanCodeUnit() throws(FieldProblem) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = next else { throw Self.malformed }
            unit = unit << 4 | UInt16(try Self.hexDigit(byte))
            position += 1
        }
        return unit
    }

    private static func hexDigit(_ byte: UInt8) throws(FieldProblem) -> UInt8 {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: throw malformed
        }
    }
}
