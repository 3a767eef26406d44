/// A key as text: a whole number is its digits, as in JSON.
enum KeyName {
    /// - Parameter offset: a well-formed text or whole number.
    static func bytes(_ bytes: [UInt8], at offset: Int) -> ArraySlice<UInt8> {
        guard let head = Head(bytes, at: offset) else { return [] }
        switch head.major {
        case MajorType.text where !head.isIndefinite: return bytes[head.contents]
        case MajorType.text: return StringChunks.joined(bytes, from: head.end)[...]
        case MajorType.unsigned: return Array(String(head.argument).utf8)[...]
        default: return Array(negativeDigits(head.argument).utf8)[...]
        }
    }

    static func text(_ bytes: [UInt8], at offset: Int) -> String {
        String(decoding: self.bytes(bytes, at: offset), as: UTF8.self)
    }

    private static func negativeDigits(_ argument: UInt64) -> String {
        // −1 − argument; one value more than 64 bits can count.
        let (magnitude, overflow) = argument.addingReportingOverflow(1)
        return overflow ? "-18446744073709551616" : "-\(magnitude)"
    }
}

/// The chunks of a string of indefinite length (RFC 8949, section 3.2.3).
enum StringChunks {
    /// - Parameter start: the first chunk of a string that is known to be well-formed.
    static func joined(_ bytes: [UInt8], from start: Int) -> [UInt8] {
        var whole: [UInt8] = []
        var position = start
        while let chunk = Head(bytes, at: position), chunk.major != MajorType.simple {
            whole += bytes[chunk.contents]
            position = chunk.contents.upperBound
        }
        return whole
    }
}
