/// An order's short name, `2026-000123`: dense within its year.
package struct OrderNumber: Sendable, Equatable {
    package let year: Int
    package let sequence: Int64

    private static let digits = 6

    package init(year: Int, sequence: Int64) {
        self.year = year
        self.sequence = sequence
    }

    /// Nil for a text that was never a number.
    init?(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let year = Int(parts[0]), let sequence = Int64(parts[1]) else { return nil }
        self.init(year: year, sequence: sequence)
        guard self.text == text else { return nil }
    }

    package var text: String {
        let number = String(sequence)
        let zeros = String(repeating: "0", count: max(0, OrderNumber.digits - number.utf8.count))
        return "\(year)-\(zeros)\(number)"
    }
}
