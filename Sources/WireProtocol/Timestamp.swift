public import CBOR

/// An instant as whole milliseconds since 1970-01-01T00:00:00Z; RFC 3339, UTC, milliseconds on the wire.
///
/// Not `Date`: a `Double` of seconds writes 0.123 s as `.122`.
public struct Timestamp: Sendable, Hashable, Comparable {
    public var milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The instant this many milliseconds later.
    public func adding(milliseconds more: Int64) -> Timestamp {
        Timestamp(milliseconds: milliseconds + more)
    }
}

extension Timestamp: DirectCoding {
    public func write(to writer: inout ItemWriter) { writer.text(count: Self.textBytes, fill) }

    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        guard let instant = Timestamp(rfc3339: try reader.text()) else { throw NotAsWritten() }
        self = instant
    }
}
