/// Which bytes a header may hold.
enum HeaderText {
    /// 1 to `longest` visible ASCII characters.
    static func isWord(_ text: String, longest: Int) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            !bytes.isEmpty && bytes.count <= longest && bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        }
    }

    /// No control characters and no line ends, of ASCII or beyond.
    static func isLine(_ text: String) -> Bool {
        var bytes = text
        let (isPlain, isASCII) = bytes.withUTF8 { bytes in
            (bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, bytes.allSatisfy { $0 < 0x80 })
        }
        guard isPlain else { return false }
        return isASCII || !text.unicodeScalars.contains(where: isControl)
    }

    static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }

    static let idRule = "1 to \(Header.longestIDBytes) visible characters"
    static let keyRule = "1 to \(Header.longestKeyBytes) visible characters"
    static let wordRule = "1 to \(Header.longestWordBytes) visible characters"
    static let numberRule = "a whole number"
}
