/// A type whose values write and read themselves, for the messages that are sent most.
///
/// What `write(to:)` writes must be, byte for byte, what the type's `encode(to:)` gives, and its lists and maps
/// must be of a limited depth. Reading need only understand what `write(to:)` writes: keys in that order,
/// definite lengths, no tags, nothing unknown. Whatever else comes, right or wrong, is read again by
/// `init(from:)`, which knows all forms and names what is wrong.
public protocol DirectCoding: Codable {
    func write(to writer: inout ItemWriter)
    init(reading reader: inout ItemReader) throws(NotAsWritten)
}

/// Another form than the one that our own writer gives.
public struct NotAsWritten: Error {
    public init() {}
}

/// A value that is a text by its raw value.
extension DirectCoding where Self: RawRepresentable, RawValue == String {
    @inlinable
    public func write(to writer: inout ItemWriter) { writer.text(rawValue) }

    @inlinable
    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        guard let value = Self(rawValue: try reader.text()) else { throw NotAsWritten() }
        self = value
    }
}
