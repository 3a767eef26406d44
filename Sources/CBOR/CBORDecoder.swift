/// RFC 8949 to values: definite and indefinite lengths, any width of number, tags skipped.
///
/// A number is a whole one when its value is, however it was written; `undefined` is null. Refused are
/// repeated keys, text that is not UTF-8 (also where nobody reads it), more than `deepest` levels and bytes
/// after the item.
public struct CBORDecoder: Sendable {
    /// Lists and maps within each other.
    public static let deepest = 64

    private let allowsNonFiniteNumbers: Bool
    private let usesDirectCoding: Bool

    /// - Parameter allowsNonFiniteNumbers: whether infinities and NaN, which JSON lacks, are numbers.
    public init(allowsNonFiniteNumbers: Bool = true) {
        self.init(allowsNonFiniteNumbers: allowsNonFiniteNumbers, usesDirectCoding: true)
    }

    /// For comparing the two ways of coding.
    package init(allowsNonFiniteNumbers: Bool = true, usesDirectCoding: Bool) {
        self.allowsNonFiniteNumbers = allowsNonFiniteNumbers
        self.usesDirectCoding = usesDirectCoding
    }

    /// - Parameter mostEntries: elements of lists and keys of maps that may be there in all; what has more is refused
    ///   while it is read.
    /// - Throws: `DecodingError` with the path of what is wrong, around a `CBORError` where the bytes are no
    ///   item; or what a type's `init(from:)` throws.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, from bytes: [UInt8], mostEntries: Int = .max
    ) throws -> Value {
        if let value = decodeAsWritten(type, from: bytes, mostEntries: mostEntries) { return value }
        let outline = try Outline(
            bytes, mostEntries: mostEntries, allowsNonFiniteNumbers: allowsNonFiniteNumbers,
            usesDirectCoding: usesDirectCoding)
        return try outline.decode(type, at: Outline.root)
    }

    /// The value of a type that reads itself, where the bytes are in the form that it writes, with no key beyond its
    /// own; else nil, and `decode` tells whether that is a mistake.
    package func decodeAsWritten<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], mostEntries: Int
    ) -> Value? {
        guard usesDirectCoding, let coder = directCoder(of: type) else { return nil }
        return ItemReader.readAll(bytes, mostEntries: mostEntries, by: coder)
    }
}
