/// An order's short name, `2026-000123`: dense within its year.
///
/// Orders that are placed after a backup was put back carry its mark, `2026-000123-K7Q`: without it they would be called
/// like those that the backup did not know.
package struct OrderNumber: Sendable, Equatable {
    package let year: Int
    package let sequence: Int64
    /// Empty as long as no backup was put back.
    package let mark: String

    private static let digits = 6
    private static let markLetters = Array("23456789BCDFGHJKLMNPQRSTVWXZ")

    package init(year: Int, sequence: Int64, mark: String = "") {
        self.year = year
        self.sequence = sequence
        self.mark = mark
    }

    /// Nil for a text that was never a number.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, let year = Int(parts[0]), let sequence = Int64(parts[1]) else { return nil }
        self.init(year: year, sequence: sequence, mark: parts.count > 2 ? String(parts[2]) : "")
        guard self.text == text else { return nil }
    }

    /// Another one for each backup that is put back: three letters and digits that cannot be mistaken for each other.
    package static func newMark() -> String {
        String((0..<3).map { _ in markLetters[Int.random(in: 0..<markLetters.count)] })
    }

    package var text: String {
        let number = String(sequence)
        let zeros = String(repeating: "0", count: max(0, OrderNumber.digits - number.utf8.count))
        return "\(year)-\(zeros)\(number)" + (mark.isEmpty ? "" : "-\(mark)")
    }
}
