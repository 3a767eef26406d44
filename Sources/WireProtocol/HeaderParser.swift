extension Header {
    /// Reads a header frame. Unknown names are ignored, so that a newer peer is understood.
    public init(parsing bytes: [UInt8]) throws(HeaderError) {
        var parser = HeaderParser(bytes)
        self = try parser.parse()
    }
}

/// Goes over the frame once. After a bad line it reads on, because the answer should carry the id.
private struct HeaderParser {
    private let bytes: [UInt8]
    private var position = 0
    private var header = Header(.heartbeat)
    private var seen = HeaderNames()
    private var firstProblem: HeaderError.Reason?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func parse() throws(HeaderError) -> Header {
        if bytes.count > Header.longestHeaderBytes { throw HeaderError(.tooLong) }
        try checkCharacters()
        let line = nextLine()
        header.kind = try startLine(line)
        while position < bytes.count {
            let line = nextLine()
            field(line)
        }
        if let firstProblem {
            throw HeaderError(firstProblem, id: header.id, expectsAnswer: header.isRequest)
        }
        return header
    }

    /// Control characters are refused everywhere, also in names that are not known.
    private func checkCharacters() throws(HeaderError) {
        var isASCII = true
        for index in bytes.indices {
            let byte = bytes[index]
            if byte >= 0x80 {
                isASCII = false
            } else if byte < 0x20 || byte == 0x7F {
                let isLineEnd =
                    byte == 0x0A || byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
                if !isLineEnd { throw HeaderError(.controlCharacter) }
            }
        }
        if !isASCII { try checkBeyondASCII() }
    }

    private func checkBeyondASCII() throws(HeaderError) {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw HeaderError(.notUTF8) }
        let isBad = text.unicodeScalars.contains { $0.value >= 0x7F && HeaderText.isControl($0) }
        if isBad { throw HeaderError(.controlCharacter) }
    }

    /// The bytes up to the next line end, which is stepped over.
    private mutating func nextLine() -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.count, bytes[position] != 0x0A { position += 1 }
        var end = position
        position += 1
        if end > start, bytes[end - 1] == 0x0D { end -= 1 }
        return bytes[start..<end]
    }
}

/// The start line.
extension HeaderParser {
    private mutating func startLine(_ line: ArraySlice<UInt8>) throws(HeaderError) -> Header.Kind {
        var rest = line
        let version = Self.cutWord(&rest)
        guard version.starts(with: "SHOP/".utf8) else { throw HeaderError(.notShop) }
        guard version.elementsEqual("SHOP/1".utf8) else {
            throw HeaderError(.unsupportedVersion(Self.text(version.prefix(16))))
        }
        let verb = Self.text(Self.cutWord(&rest))
        guard let kind = kind(verb, rest) else { throw HeaderError(.badStartLine) }
        return kind
    }

    private mutating func kind(_ verb: String, _ word: ArraySlice<UInt8>) -> Header.Kind? {
        switch verb {
        case "CAN": return word.isEmpty ? .cancel : nil
        case "HBT": return word.isEmpty ? .heartbeat : nil
        default: break
        }
        guard HeaderText.isWord(word, longest: Header.longestWordBytes) else { return nil }
        switch verb {
        case "REQ": return .request(method: Self.text(word))
        case "REP": return word.elementsEqual("ok".utf8) ? .reply : nil
        case "ERR": return fault(Self.text(word))
        case "EVT": return .event(type: Self.text(word))
        default: return nil
        }
    }

    private mutating func fault(_ word: String) -> Header.Kind {
        if let status = Status(rawValue: word) { return .fault(status) }
        header.unknownStatus = word
        return .fault(.internal)
    }

    /// Takes the bytes before the first space, and the space.
    private static func cutWord(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let end = rest.firstIndex(of: UInt8(ascii: " ")) ?? rest.endIndex
        let word = rest[..<end]
        rest = rest[min(end + 1, rest.endIndex)...]
        return word
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// The lines after it.
extension HeaderParser {
    private mutating func field(_ line: ArraySlice<UInt8>) {
        if line.isEmpty { return }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else {
            return note(.badLine)
        }
        var value = line[(colon + 1)...]
        while value.first == UInt8(ascii: " ") { value.removeFirst() }
        while value.last == UInt8(ascii: " ") { value.removeLast() }
        set(Self.text(line[..<colon]), to: value)
    }

    private mutating func set(_ name: String, to value: ArraySlice<UInt8>) {
        guard let name = HeaderName(name) else { return }
        guard seen.insert(name) else { return note(.repeated(name.text)) }
        switch name {
        case .id: header.id = word(value, name, Header.longestIDBytes, HeaderText.idRule)
        case .key: header.key = word(value, name, Header.longestKeyBytes, HeaderText.keyRule)
        case .ttl:
            header.ttlMilliseconds = number(value, name).map { min(Int($0), Header.longestTTLMilliseconds) }
        case .contentType: setContentType(Self.text(value))
        case .traceparent: header.traceparent = Self.text(value)
        case .tracestate: header.tracestate = Self.text(value)
        case .instance: header.instance = Self.text(value)
        case .waited: header.waitedMicroseconds = number(value, name)
        case .worked: header.workedMicroseconds = number(value, name)
        case .retryAfter: header.retryAfterMilliseconds = number(value, name).map(Int.init)
        case .stream: header.stream = Self.text(value)
        case .epoch: header.epoch = Self.text(value)
        case .sequence: header.sequence = number(value, name)
        case .time: setTime(Self.text(value))
        case .source: header.source = Self.text(value)
        }
    }

    private mutating func setContentType(_ text: String) {
        guard let type = ContentType(rawValue: text) else {
            return note(.unknownContentType(String(text.prefix(64))))
        }
        header.contentType = type
    }

    private mutating func setTime(_ text: String) {
        header.time = Timestamp(rfc3339: text)
        if header.time == nil { note(.badValue(name: "time", expected: "an RFC 3339 time")) }
    }

    private mutating func word(
        _ value: ArraySlice<UInt8>, _ name: HeaderName, _ longest: Int, _ rule: String
    ) -> String? {
        if HeaderText.isWord(value, longest: longest) { return Self.text(value) }
        note(.badValue(name: name.text, expected: rule))
        return nil
    }

    /// Digits only; what is beyond 2⁵³−1 is taken as that.
    private mutating func number(_ value: ArraySlice<UInt8>, _ name: HeaderName) -> Int64? {
        let largest = WireInteger.range.upperBound
        var number: Int64 = 0
        for byte in value {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
                note(.badValue(name: name.text, expected: HeaderText.numberRule))
                return nil
            }
            number = min(number * 10 + Int64(byte - UInt8(ascii: "0")), largest)
        }
        if !value.isEmpty { return number }
        note(.badValue(name: name.text, expected: HeaderText.numberRule))
        return nil
    }

    private mutating func note(_ reason: HeaderError.Reason) {
        if firstProblem == nil { firstProblem = reason }
    }
}
