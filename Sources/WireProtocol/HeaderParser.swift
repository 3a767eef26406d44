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
        let span = bytes.span
        var isASCII = true
        for index in span.indices {
            let byte = span[index]
            if byte >= 0x80 {
                isASCII = false
            } else if byte < 0x20 || byte == 0x7F {
                let isLineEnd =
                    byte == 0x0A || byte == 0x0D && index + 1 < span.count && span[index + 1] == 0x0A
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
    private mutating func nextLine() -> Range<Int> {
        let start = position
        let stop = first(0x0A, in: start..<bytes.count) ?? bytes.count
        position = stop + 1
        return start..<(stop > start && bytes[stop - 1] == 0x0D ? stop - 1 : stop)
    }

    /// Lines and words are ranges of the frame: a slice would be counted by reference at every turn.
    private func first(_ wanted: UInt8, in range: Range<Int>) -> Int? {
        let span = bytes.span
        var index = range.lowerBound
        while index < range.upperBound {
            if span[index] == wanted { return index }
            index += 1
        }
        return nil
    }

    private func isEqual(_ range: Range<Int>, _ text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        return starts(range, with: text)
    }

    private func starts(_ range: Range<Int>, with text: StaticString) -> Bool {
        guard range.count >= text.utf8CodeUnitCount else { return false }
        let span = bytes.span
        return text.withUTF8Buffer { expected in
            for offset in 0..<expected.count where span[range.lowerBound + offset] != expected[offset] {
                return false
            }
            return true
        }
    }

    private func isWord(_ range: Range<Int>, longest: Int) -> Bool {
        guard !range.isEmpty, range.count <= longest else { return false }
        let span = bytes.span
        for index in range where span[index] <= 0x20 || span[index] >= 0x7F { return false }
        return true
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

/// The start line.
extension HeaderParser {
    private mutating func startLine(_ line: Range<Int>) throws(HeaderError) -> Header.Kind {
        var rest = line
        let version = cutWord(&rest)
        guard starts(version, with: "SHOP/") else { throw HeaderError(.notShop) }
        guard isEqual(version, "SHOP/1") else {
            throw HeaderError(.unsupportedVersion(text(version.prefix(16))))
        }
        let verb = cutWord(&rest)
        guard let kind = kind(verb, rest) else { throw HeaderError(.badStartLine) }
        return kind
    }

    private mutating func kind(_ verb: Range<Int>, _ word: Range<Int>) -> Header.Kind? {
        if isEqual(verb, "CAN") { return word.isEmpty ? .cancel : nil }
        if isEqual(verb, "HBT") { return word.isEmpty ? .heartbeat : nil }
        guard isWord(word, longest: Header.longestWordBytes) else { return nil }
        if isEqual(verb, "REQ") { return .request(method: text(word)) }
        if isEqual(verb, "REP") { return isEqual(word, "ok") ? .reply : nil }
        if isEqual(verb, "ERR") { return fault(text(word)) }
        return isEqual(verb, "EVT") ? .event(type: text(word)) : nil
    }

    private mutating func fault(_ word: String) -> Header.Kind {
        if let status = Status(rawValue: word) { return .fault(status) }
        header.unknownStatus = word
        return .fault(.internal)
    }

    /// Takes the bytes before the first space, and the space.
    private func cutWord(_ rest: inout Range<Int>) -> Range<Int> {
        let end = first(UInt8(ascii: " "), in: rest) ?? rest.upperBound
        let word = rest.lowerBound..<end
        rest = min(end + 1, rest.upperBound)..<rest.upperBound
        return word
    }
}

/// The lines after it.
extension HeaderParser {
    private mutating func field(_ line: Range<Int>) {
        if line.isEmpty { return }
        guard let colon = first(UInt8(ascii: ":"), in: line), colon > line.lowerBound else {
            return note(.badLine)
        }
        guard let name = name(line.lowerBound..<colon) else { return }
        var (start, end) = (colon + 1, line.upperBound)
        while start < end, bytes[start] == UInt8(ascii: " ") { start += 1 }
        while end > start, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
        set(name, to: start..<end)
    }

    private func name(_ range: Range<Int>) -> HeaderName? {
        // By length first: most lengths leave one name to compare.
        for name in HeaderName.byLength(range.count) where isEqual(range, name.literal) { return name }
        return nil
    }

    private mutating func set(_ name: HeaderName, to value: Range<Int>) {
        guard seen.insert(name) else { return note(.repeated(name.text)) }
        switch name {
        case .id: header.id = word(value, name, Header.longestIDBytes, HeaderText.idRule)
        case .key: header.key = word(value, name, Header.longestKeyBytes, HeaderText.keyRule)
        case .ttl:
            header.ttlMilliseconds = number(value, name).map { min(Int($0), Header.longestTTLMilliseconds) }
        case .contentType: setContentType(value)
        case .traceparent: header.traceparent = text(value)
        case .tracestate: header.tracestate = text(value)
        case .instance: header.instance = text(value)
        case .waited: header.waitedMicroseconds = number(value, name)
        case .worked: header.workedMicroseconds = number(value, name)
        case .retryAfter: header.retryAfterMilliseconds = number(value, name).map(Int.init)
        case .stream: header.stream = text(value)
        case .epoch: header.epoch = text(value)
        case .sequence: header.sequence = number(value, name)
        case .time: setTime(text(value))
        case .source: header.source = text(value)
        }
    }

    private mutating func setContentType(_ value: Range<Int>) {
        if isEqual(value, "application/cbor") {
            header.contentType = .cbor
        } else if isEqual(value, "application/json") {
            header.contentType = .json
        } else {
            note(.unknownContentType(String(text(value).prefix(64))))
        }
    }

    private mutating func setTime(_ text: String) {
        header.time = Timestamp(rfc3339: text)
        if header.time == nil { note(.badValue(name: "time", expected: "an RFC 3339 time")) }
    }

    private mutating func word(
        _ value: Range<Int>, _ name: HeaderName, _ longest: Int, _ rule: String
    ) -> String? {
        if isWord(value, longest: longest) { return text(value) }
        note(.badValue(name: name.text, expected: rule))
        return nil
    }

    /// Digits only; what is beyond 2⁵³−1 is taken as that.
    private mutating func number(_ value: Range<Int>, _ name: HeaderName) -> Int64? {
        let largest = WireInteger.range.upperBound
        var number: Int64 = 0
        for index in value {
            let byte = bytes[index]
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
