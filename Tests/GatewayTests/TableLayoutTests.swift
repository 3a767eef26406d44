import TextLayout
import Testing

@testable import Gateway

@Suite struct TableLayoutTests {
    private func table() -> Table {
        var table = Table([
            .text("SKU"), .text("NAME"), .number("PRICE"), .text("UNIT", dispensability: 1),
            .number("IN STOCK"),
        ])
        table.add([String(repeating: "long-sku-", count: 7), "Kiwi", "0.50", "each", "100"])
        table.add([
            "kiwi", "A kiwi with a name of many words that goes on and on", "12.00", "box of 12",
            "made to order",
        ])
        table.add(["น้ำผึ้ง", "ﾊﾟﾝ コーヒー", "3.00", "jar", "7"])
        return table
    }

    @Test(arguments: [40, 60, 80, 100, 132])
    func `no row is wider than the terminal, and columns stay under their headings`(columns: Int) {
        let text = table().text(Style(columns: columns))
        let lines = text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.displayWidth <= columns }, "\(text)")
        // The price stands to the right, so every row of it ends in the same column.
        let ends = Set(
            lines.compactMap { line in
                ["0.50", "12.00", "3.00"].lazy.compactMap { line.firstRange(of: " " + $0) }.first.map {
                    line[..<$0.upperBound].displayWidth
                }
            })
        #expect(ends.count == 1, "\(text)")
    }

    @Test func `nothing is cut or left out where nothing limits`() {
        let text = table().text(.plain)
        #expect(text.contains(String(repeating: "long-sku-", count: 7) + "  Kiwi"))
        #expect(text.contains("A kiwi with a name of many words that goes on and on"))
        #expect(text.split(separator: "\n").count == 4)
    }

    @Test func `what can be spared is left out before words are broken`() {
        let needs: [TableLayout.Need] = [
            .init(natural: 30, longestWord: 20, breaks: true),
            .init(natural: 10, longestWord: 10, dispensability: 2),
            .init(natural: 9, longestWord: 9, dispensability: 1),
        ]
        #expect(TableLayout(needs, total: nil).widths == [30, 10, 9])
        #expect(TableLayout(needs, total: 50).widths == [27, 10, 9])
        let narrow = TableLayout(needs, total: 40)
        #expect(narrow.kept == [0, 1] && narrow.widths == [28, 10])
        #expect(TableLayout(needs, total: 36).widths == [24, 10])
        #expect(TableLayout(needs, total: 33).widths == [30], "comfort first")
        #expect(TableLayout(needs, total: 15).widths == [15])
    }

    @Test func `facts go on in their column, and a token stays whole`() {
        var facts = FactList()
        facts.add("about", "one two three four five six seven")
        facts.add("token", "v1.0123456789012345678901234567890123456789")
        #expect(
            facts.text(Style(columns: 30)) == """
                about  one two three four five
                       six seven
                token  v1.0123456789012345678901234567890123456789

                """)
    }
}
