#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

extension Header {
    /// Reads a header frame. Unknown names are ignored, so that a newer peer is understood.
    public init(parsing bytes: [UInt8]) throws(HeaderError) {
        self = try Header(parsing: bytes.span.bytes)
    }

    /// The same where it lies.
    public init(parsing bytes: RawSpan) throws(HeaderError) {
        self = try bytes.withUnsafeBytes { bytes throws(HeaderError) in try Header(parsing: bytes) }
    }

    private init(parsing bytes: UnsafeRawBufferPointer) throws(HeaderError) {
        self.init(.heartbeat)
        let firstProblem = try bytes.withMemoryRebound(to: UInt8.self) { bytes throws(HeaderError) in
            var parser = HeaderParser(bytes)
            return try parser.parse(into: &self)
        }
        if let firstProblem { throw HeaderError(firstProblem, id: id, expectsAnswer: isRequest) }
    }
}

/// Goes over the frame once, which is lent to it. After a bad line it reads on, because the answer should carry
/// the id.
private struct HeaderParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var seen = HeaderNames()
    private var firstProblem: HeaderError.Reason?

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// - Returns: what is wrong with the lines after the first.
    mutating func parse(into header: inout Header) throws(HeaderError) -> HeaderError.Reason? {
        if bytes.count > Header.longestHeaderBytes { throw HeaderError(.tooLong) }
        try checkCharacters()
        let line = nextLine()
        try readStartLine(line, into: &header)
        while position < bytes.count {
            let line = nextLine()
            readField(line, into: &header)
        }
        return firstProblem
    }

    /// Control characters are refused everywhere, also in names that are not known.
    private func checkCharacters() throws(HeaderError) {
        var isASCII = true
        var index = 0
        while index < bytes.count {
            if index + 8 <= bytes.count, isPlain(wordAt: index) {
                index += 8
                continue
            }
            let byte = bytes[index]
            if byte >= 0x80 {
                isASCII = false
            } else if byte < 0x20 || byte == 0x7F {
                let isLineEnd =
                    byte == 0x0A || byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
                if !isLineEnd { throw HeaderError(.controlCharacter) }
            }
            index += 1
        }
        if !isASCII { try checkBeyondASCII() }
    }

    /// Whether the eight bytes from here on are visible ASCII or spaces.
    ///
    /// Adding 0x60 sets the upper bit of an ASCII byte from 0x20 on, adding 1 that of 0x7F; neither carries over.
    private func isPlain(wordAt index: Int) -> Bool {
        let every: UInt64 = 0x0101_0101_0101_0101
        let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self)
        guard word & (every &* 0x80) == 0 else { return false }
        return (word &+ every &* 0x60) & ~(word &+ every) & (every &* 0x80) == every &* 0x80
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

    private func first(_ wanted: UInt8, in range: Range<Int>) -> Int? {
        guard !range.isEmpty, let start = bytes.baseAddress,
            let found = memchr(start + range.lowerBound, Int32(wanted), range.count)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(start)
    }

    private func isEqual(_ range: Range<Int>, _ text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        return starts(range, with: text)
    }

    private func starts(_ range: Range<Int>, with text: StaticString) -> Bool {
        guard range.count >= text.utf8CodeUnitCount, let start = bytes.baseAddress else { return false }
        return memcmp(start + range.lowerBound, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    private func isWord(_ range: Range<Int>, longest: Int) -> Bool {
        guard !range.isEmpty, range.count <= longest else { return false }
        for index in range where bytes[index] <= 0x20 || bytes[index] >= 0x7F { return false }
        return true
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }
}

/// The start line.
extension HeaderParser {
    private mutating func readStartLine(_ line: Range<Int>, into header: inout Header) throws(HeaderError) {
        var rest = line
        let version = cutWord(&rest)
        guard starts(version, with: "SHOP/") else { throw HeaderError(.notShop) }
        guard isEqual(version, "SHOP/1") else {
            throw HeaderError(.unsupportedVersion(text(version.prefix(16))))
        }
        let verb = cutWord(&rest)
        guard let kind = kind(verb, rest, &header) else { throw HeaderError(.badStartLine) }
        header.kind = kind
    }

    private func kind(_ verb: Range<Int>, _ word: Range<Int>, _ header: inout Header) -> Header.Kind? {
        if isEqual(verb, "CAN") { return word.isEmpty ? .cancel : nil }
        if isEqual(verb, "HBT") { return word.isEmpty ? .heartbeat : nil }
        guard isWord(word, longest: Header.longestWordBytes) else { return nil }
        if isEqual(verb, "REQ") { return .request(method: text(word)) }
        if isEqual(verb, "REP") { return isEqual(word, "ok") ? .reply : nil }
        if isEqual(verb, "ERR") { return fault(text(word), &header) }
        return isEqual(verb, "EVT") ? .event(type: text(word)) : nil
    }

    private func fault(_ word: String, _ header: inout Header) -> Header.Kind {
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
    private mutating func readField(_ line: Range<Int>, into header: inout Header) {
        if line.isEmpty { return }
        guard let colon = first(UInt8(ascii: ":"), in: line), colon > line.lowerBound else {
            return note(.badLine)
        }
        guard let name = name(line.lowerBound..<colon) else { return }
        var (start, end) = (colon + 1, line.upperBound)
        while start < end, bytes[start] == UInt8(ascii: " ") { start += 1 }
        while end > start, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
        set(name, to: start..<end, of: &header)
    }

    private func name(_ range: Range<Int>) -> HeaderName? {
        // By length first: most lengths leave one name to compare.
        switch range.count {
        case 1: isEqual(range, .waited)
        case 2: isEqual(range, .id) ?? isEqual(range, .contentType)
        case 3:
            isEqual(range, .ttl) ?? isEqual(range, .key) ?? isEqual(range, .worked) ?? isEqual(
                range, .sequence)
                ?? isEqual(range, .source)
        case 4: isEqual(range, .instance) ?? isEqual(range, .time)
        case 5: isEqual(range, .epoch)
        case 6: isEqual(range, .stream)
        case 10: isEqual(range, .tracestate)
        case 11: isEqual(range, .traceparent) ?? isEqual(range, .retryAfter)
        default: nil
        }
    }

    private func isEqual(_ range: Range<Int>, _ name: HeaderName) -> HeaderName? {
        isEqual(range, name.literal) ? name : nil
    }

    private mutating func set(_ name: HeaderName, to value: Range<Int>, of header: inout Header) {
        guard seen.insert(name) else { return note(.repeated(name.text)) }
        switch name {
        case .id: header.id = word(value, name, Header.longestIDBytes, HeaderText.idRule)
        case .key: header.key = word(value, name, Header.longestKeyBytes, HeaderText.keyRule)
        case .ttl:
            header.ttlMilliseconds = number(value, name).map { min(Int($0), Header.longestTTLMilliseconds) }
        case .contentType: setContentType(value, of: &header)
        case .traceparent: header.traceparent = text(value)
        case .tracestate: header.tracestate = text(value)
        case .instance: header.instance = text(value)
        case .waited: header.waitedMicroseconds = number(value, name)
        case .worked: header.workedMicroseconds = number(value, name)
        case .retryAfter: header.retryAfterMilliseconds = number(value, name).map(Int.init)
        case .stream: header.stream = text(value)
        case .epoch: header.epoch = text(value)
        case .sequence: header.sequence = number(value, name)
        case .time: setTime(text(value), of: &header)
        case .source: header.source = text(value)
        }
    }

    private mutating func setContentType(_ value: Range<Int>, of header: inout Header) {
        if isEqual(value, "application/cbor") {
            header.contentType = .cbor
        } else if isEqual(value, "application/json") {
            header.contentType = .json
        } else {
            note(.unknownContentType(String(text(value).prefix(64))))
        }
    }

    private mutating func setTime(_ text: String, of header: inout Header) {
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
