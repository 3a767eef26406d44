import Sealing

/// An order's unguessable name, `17-Gm4V0b…`: its row, so that finding it costs no index, and 128 random bits.
package struct OrderID: Sendable, Equatable {
    package let row: Int64
    package let secret: String

    package init(row: Int64, secret: String) {
        self.row = row
        self.secret = secret
    }

    init(newInRow row: Int64) { self.init(row: row, secret: randomIdentifier(bytes: 16)) }

    /// Nil for a text that was never an id.
    init?(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let row = Int64(parts[0]), row > 0, String(row) == parts[0] else {
            return nil
        }
        self.init(row: row, secret: String(parts[1]))
    }

    package var text: String { "\(row)-\(secret)" }
}
