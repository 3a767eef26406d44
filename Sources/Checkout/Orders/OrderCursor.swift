import Contracts
import Sealing
import WireProtocol

/// A keyset cursor as opaque text: a mark of the query it belongs to, and the position of the last order shown.
struct OrderCursor: Equatable {
    let position: OrderPosition
    private let mark: UInt64

    init(_ position: OrderPosition, of filter: OrderFilter) throws(Fault) {
        self.position = position
        mark = try OrderCursor.mark(of: filter)
    }

    /// - Throws: `invalid_cursor` for a text that is none, or one of another query.
    init(_ text: String, of filter: OrderFilter) throws(Fault) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 3, let mark = UInt64(parts[0], radix: 36),
            let placedAt = Int64(parts[1], radix: 36), let row = Int64(parts[2], radix: 36), row > 0
        else { throw .invalidCursor }
        let position = OrderPosition(placedAt: Timestamp(milliseconds: placedAt), row: row)
        try self.init(position, of: filter)
        guard mark == self.mark, text == self.text else { throw .invalidCursor }
    }

    var text: String {
        [
            String(mark, radix: 36), String(position.placedAt.milliseconds, radix: 36),
            String(position.row, radix: 36),
        ].joined(separator: "_")
    }

    private static func mark(of filter: OrderFilter) throws(Fault) -> UInt64 {
        let hash = contentHash(try WireCoding().encode(filter), byteCount: 16)
        return hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
