extension Header {
    /// The header as a frame.
    ///
    /// - Throws: for a value that the wire does not allow (a key with a space, a line end anywhere): it would
    ///   read as something else on the other side.
    public func encoded() throws(HeaderError) -> [UInt8] {
        try check()
        let bytes = [UInt8](unsafeUninitializedCapacity: mostEncodedBytes) { room, count in
            var writer = HeaderWriter(room)
            write(to: &writer)
            count = writer.count
        }
        if bytes.count > Self.longestHeaderBytes { throw HeaderError(.tooLong) }
        return bytes
    }

    private func check() throws(HeaderError) {
        switch kind {
        case .request(let word), .event(let word):
            guard HeaderText.isWord(word, longest: Self.longestWordBytes) else {
                throw HeaderError(.badStartLine)
            }
        case .reply, .fault, .cancel, .heartbeat: break
        }
        try check(.id, word: id, longest: Self.longestIDBytes, rule: HeaderText.idRule)
        try check(.key, word: key, longest: Self.longestKeyBytes, rule: HeaderText.keyRule)
        try check(line: traceparent)
        try check(line: tracestate)
        try check(line: instance)
        try check(line: stream)
        try check(line: epoch)
        try check(line: source)
    }

    private func check(
        _ name: HeaderName, word: String?, longest: Int, rule: @autoclosure () -> String
    ) throws(HeaderError) {
        guard let word, !HeaderText.isWord(word, longest: longest) else { return }
        throw HeaderError(.badValue(name: name.text, expected: rule()))
    }

    private func check(line: String?) throws(HeaderError) {
        if let line, !HeaderText.isLine(line) { throw HeaderError(.controlCharacter) }
    }

    /// No fewer than `write` takes: all names with the longest numbers and the times, and the texts.
    private var mostEncodedBytes: Int {
        var most = 512
        switch kind {
        case .request(let word), .event(let word): most += word.utf8.count
        case .reply, .fault, .cancel, .heartbeat: break
        }
        most += Self.bytes(id) + Self.bytes(key) + Self.bytes(traceparent) + Self.bytes(tracestate)
        return most + Self.bytes(instance) + Self.bytes(stream) + Self.bytes(epoch) + Self.bytes(source)
    }

    private static func bytes(_ text: String?) -> Int { text?.utf8.count ?? 0 }

    private func write(to writer: inout HeaderWriter) {
        writer.writeStart(kind)
        writer.write(.id, id)
        writer.write(.key, key)
        writer.write(.ttl, ttlMilliseconds.map(Int64.init))
        if contentType == .cbor { writer.write(.contentType, literal: "application/cbor") }
        writer.write(.traceparent, traceparent)
        writer.write(.tracestate, tracestate)
        writer.write(.instance, instance)
        writer.write(.waited, waitedMicroseconds)
        writer.write(.worked, workedMicroseconds)
        writer.write(.retryAfter, retryAfterMilliseconds.map(Int64.init))
        writer.write(.stream, stream)
        writer.write(.epoch, epoch)
        writer.write(.sequence, sequence)
        writer.write(.time, time?.rfc3339)
        writer.write(.source, source)
    }
}

/// Fills room that is lent to it and is known to be enough.
private struct HeaderWriter {
    private let room: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(_ room: UnsafeMutableBufferPointer<UInt8>) { self.room = room }

    mutating func writeStart(_ kind: Header.Kind) {
        switch kind {
        case .request(let method):
            append(literal: "SHOP/1 REQ ")
            append(method)
        case .reply: append(literal: "SHOP/1 REP ok")
        case .fault(let status):
            append(literal: "SHOP/1 ERR ")
            append(status.rawValue)
        case .cancel: append(literal: "SHOP/1 CAN")
        case .event(let type):
            append(literal: "SHOP/1 EVT ")
            append(type)
        case .heartbeat: append(literal: "SHOP/1 HBT")
        }
    }

    mutating func write(_ name: HeaderName, _ value: String?) {
        guard let value else { return }
        begin(name)
        append(value)
    }

    mutating func write(_ name: HeaderName, literal value: StaticString) {
        begin(name)
        append(literal: value)
    }

    /// What is below zero is nothing that a clock or a counter of ours meant to say: written as zero.
    mutating func write(_ name: HeaderName, _ number: Int64?) {
        guard let number else { return }
        begin(name)
        appendDigits(UInt64(max(0, number)))
    }

    private mutating func begin(_ name: HeaderName) {
        append(UInt8(ascii: "\n"))
        append(literal: name.literal)
        append(UInt8(ascii: ":"))
        append(UInt8(ascii: " "))
    }

    private mutating func append(literal text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func append(_ text: String) {
        let isAppended: Void? = text.utf8.withContiguousStorageIfAvailable { append($0) }
        if isAppended == nil { for byte in text.utf8 { append(byte) } }
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        let end = UnsafeMutableBufferPointer(rebasing: room[count...])
        _ = end.update(fromContentsOf: bytes)
        count += bytes.count
    }

    private mutating func append(_ byte: UInt8) {
        room[count] = byte
        count += 1
    }

    private mutating func appendDigits(_ number: UInt64) {
        if number >= 10 { appendDigits(number / 10) }
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}
