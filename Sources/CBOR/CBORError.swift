/// What is wrong with bytes that are no CBOR item of ours, and where (RFC 8949, section 5.3).
///
/// It stands in the `underlyingError` of the `DecodingError` that the decoder throws.
public struct CBORError: Error, Sendable, Equatable {
    public enum Reason: Sendable, Equatable {
        /// The bytes end, or a length claims more than there are.
        case truncated
        /// A reserved head, a stray break, or a string made of other things than its chunks.
        case malformed
        /// More bytes after the item.
        case trailingBytes
        /// More than `CBORDecoder.deepest` lists and maps within each other.
        case nestedTooDeeply
        case invalidUTF8
        /// A key that is neither a text nor a whole number.
        case unsupportedKey
        case duplicateKey(String)
        /// Longer, or with more marks in a row, than `KeyForm` allows.
        case unwieldyKey
        /// More elements and keys in all than were to be read.
        case tooManyEntries(most: Int)
        /// 4 GiB or more.
        case tooLong
    }

    public var reason: Reason
    /// Bytes before the item that is wrong.
    public var offset: Int

    /// Whether it is about a list or map as a whole, not about the item that comes next in it.
    var isAboutContainer: Bool {
        switch reason {
        case .duplicateKey, .unwieldyKey, .tooManyEntries: true
        default: false
        }
    }

    public init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension CBORError: CustomStringConvertible {
    public var description: String { "\(what) at byte \(offset)" }

    private var what: String {
        switch reason {
        case .truncated: "truncated"
        case .malformed: "malformed"
        case .trailingBytes: "trailing bytes"
        case .nestedTooDeeply: "nested too deeply"
        case .invalidUTF8: "not valid UTF-8"
        case .unsupportedKey: "a key that is neither a text nor a whole number"
        case .duplicateKey(let key): "the key \"\(key)\" stands twice"
        case .unwieldyKey: "a key that is too long"
        case .tooManyEntries(let most): "more than \(most) elements and keys"
        case .tooLong: "too long"
        }
    }
}
