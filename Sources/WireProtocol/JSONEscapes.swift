/// JSON's `\n` and `\u00e4`, only as far as telling whether two keys are equal needs it.
enum JSONEscapes {
    static func removed(from text: ArraySlice<UInt8>) -> [UInt8] {
        var plain: [UInt16] = []
        var rest = Array(String(decoding: text, as: UTF8.self).utf16)[...]
        while let unit = rest.popFirst() {
            plain.append(unit == UInt16(ascii: "\\") ? escaped(&rest) : unit)
        }
        return Array(String(decoding: plain, as: UTF16.self).utf8)
    }

    private static func escaped(_ rest: inout ArraySlice<UInt16>) -> UInt16 {
        guard let letter = rest.popFirst() else { return UInt16(ascii: "\\") }
        switch letter {
        case UInt16(ascii: "b"): return 0x08
        case UInt16(ascii: "f"): return 0x0C
        case UInt16(ascii: "n"): return 0x0A
        case UInt16(ascii: "r"): return 0x0D
        case UInt16(ascii: "t"): return 0x09
        case UInt16(ascii: "u"):
            let digits = String(decoding: rest.prefix(4), as: UTF16.self)
            rest = rest.dropFirst(4)
            return UInt16(digits, radix: 16) ?? 0xFFFD
        default: return letter
        }
    }
}

extension UInt16 {
    fileprivate init(ascii character: Unicode.Scalar) { self = UInt16(UInt8(ascii: character)) }
}
