extension Header {
    /// The header as a frame.
    ///
    /// - Throws: for a value that the wire does not allow (a key with a space, a line end anywhere): it would
    ///   read as something else on the other side.
    public func encoded() throws(HeaderError) -> [UInt8] {
        var writer = HeaderWriter()
        try writer.writeStart(kind)
        try writer.write(.id, word: id, longest: Self.longestIDBytes, rule: HeaderText.idRule)
        try writer.write(.key, word: key, longest: Self.longestKeyBytes, rule: HeaderText.keyRule)
        writer.write(.ttl, ttlMilliseconds.map(Int64.init))
        if contentType != .json { try writer.write(.contentType, line: contentType.rawValue) }
        try writer.write(.traceparent, line: traceparent)
        try writer.write(.tracestate, line: tracestate)
        try writer.write(.instance, line: instance)
        writer.write(.waited, waitedMicroseconds)
        writer.write(.worked, workedMicroseconds)
        writer.write(.retryAfter, retryAfterMilliseconds.map(Int64.init))
        try writer.write(.stream, line: stream)
        try writer.write(.epoch, line: epoch)
        writer.write(.sequence, sequence)
        try writer.write(.time, line: time?.rfc3339)
        try writer.write(.source, line: source)
        if writer.bytes.count > Self.longestHeaderBytes { throw HeaderError(.tooLong) }
        return writer.bytes
    }
}

private struct HeaderWriter {
    private(set) var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(192) }

    mutating func writeStart(_ kind: Header.Kind) throws(HeaderError) {
        switch kind {
        case .request(let method): try writeStart("SHOP/1 REQ ", word: method)
        case .reply: append(literal: "SHOP/1 REP ok")
        case .fault(let status): try writeStart("SHOP/1 ERR ", word: status.rawValue)
        case .cancel: append(literal: "SHOP/1 CAN")
        case .event(let type): try writeStart("SHOP/1 EVT ", word: type)
        case .heartbeat: append(literal: "SHOP/1 HBT")
        }
    }

    private mutating func writeStart(_ start: StaticString, word: String) throws(HeaderError) {
        guard HeaderText.isWord(word, longest: Header.longestWordBytes) else {
            throw HeaderError(.badStartLine)
        }
        append(literal: start)
        append(word)
    }

    mutating func write(
        _ name: HeaderName, word: String?, longest: Int, rule: String
    ) throws(HeaderError) {
        guard let word else { return }
        guard HeaderText.isWord(word, longest: longest) else {
            throw HeaderError(.badValue(name: name.text, expected: rule))
        }
        append(name, word)
    }

    mutating func write(_ name: HeaderName, line: String?) throws(HeaderError) {
        guard let line else { return }
        if !HeaderText.isLine(line) { throw HeaderError(.controlCharacter) }
        append(name, line)
    }

    /// What is below zero is nothing that a clock or a counter of ours meant to say: written as zero.
    mutating func write(_ name: HeaderName, _ number: Int64?) {
        guard let number else { return }
        begin(name)
        appendDigits(UInt64(max(0, number)))
    }

    private mutating func append(_ name: HeaderName, _ value: String) {
        begin(name)
        append(value)
    }

    private mutating func begin(_ name: HeaderName) {
        bytes.append(UInt8(ascii: "\n"))
        append(literal: name.literal)
        append(literal: ": ")
    }

    private mutating func append(literal text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    private mutating func appendDigits(_ number: UInt64) {
        if number >= 10 { appendDigits(number / 10) }
        bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}
