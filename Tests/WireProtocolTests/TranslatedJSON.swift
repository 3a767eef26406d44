import WireProtocol

/// A test's JSON in the encoding under test. Numbers keep their form: with a point or an exponent they are
/// floating-point numbers, and so are whole ones beyond 64 bits.
struct TranslatedJSON {
    private var rest: Substring.UTF8View

    static func body(_ json: String, _ contentType: ContentType) -> [UInt8] {
        guard contentType == .cbor else { return Array(json.utf8) }
        var translation = TranslatedJSON(rest: Substring(json).utf8)
        return translation.value()
    }

    private mutating func value() -> [UInt8] {
        switch rest.first {
        case UInt8(ascii: "{"): list(0xBF)
        case UInt8(ascii: "["): list(0x9F)
        case UInt8(ascii: "\""): text()
        default: scalar()
        }
    }

    /// Of indefinite length, which our own writer never gives.
    private mutating func list(_ head: UInt8) -> [UInt8] {
        var bytes = [head]
        rest.removeFirst()
        while let next = rest.first, next != UInt8(ascii: "}"), next != UInt8(ascii: "]") {
            if next == UInt8(ascii: ",") || next == UInt8(ascii: ":") {
                rest.removeFirst()
            } else {
                bytes += value()
            }
        }
        rest.removeFirst()
        return bytes + [0xFF]
    }

    private mutating func text() -> [UInt8] {
        let characters = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
        rest.removeFirst(characters.count + 2)
        return [0x78, UInt8(characters.count)] + characters
    }

    private mutating func scalar() -> [UInt8] {
        let word = String(Substring(rest.prefix { !Array(",:}]".utf8).contains($0) }))
        rest.removeFirst(word.utf8.count)
        switch word {
        case "null": return [0xF6]
        case "true": return [0xF5]
        case "false": return [0xF4]
        default: break
        }
        guard let whole = Int64(word) else { return [0xFB] + bigEndian((Double(word) ?? .nan).bitPattern) }
        return [whole < 0 ? 0x3B : 0x1B] + bigEndian(UInt64(bitPattern: whole < 0 ? ~whole : whole))
    }

    private func bigEndian(_ bits: UInt64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> UInt64($0)) }
    }
}
