/// What a key of a map or an object may look like, so that it can be compared as a text.
///
/// The same text may be written in several ways, and to compare texts Swift sorts the marks that follow a letter, which
/// takes the square of their number. So there may be few in a row, as in the Stream-Safe Text Format (UAX #15).
public enum KeyForm {
    /// UTF-8, without escapes.
    public static let longestBytes = 1024
    /// Marks one after the other.
    public static let mostMarks = 30

    /// Whether the key can be compared in a time that is in line with its length.
    public static func isComparable(_ key: ArraySlice<UInt8>) -> Bool {
        guard key.count <= longestBytes else { return false }
        return key.isASCII || hasFewMarks(String(decoding: key, as: UTF8.self))
    }

    public static func isComparable(_ key: String) -> Bool {
        guard key.utf8.count <= longestBytes else { return false }
        return key.utf8.allSatisfy { $0 < 0x80 } || hasFewMarks(key)
    }

    private static func hasFewMarks(_ key: String) -> Bool {
        var marks = 0
        for scalar in key.unicodeScalars {
            marks = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
            if marks > mostMarks { return false }
        }
        return true
    }
}
