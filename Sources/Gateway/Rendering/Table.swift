/// Rows under headings, aligned by what a terminal shows. Cells are made safe here, so no caller has to.
struct Table {
    struct Column {
        var title: String
        var isNumber = false

        static func text(_ title: String) -> Column { Column(title: title) }
        static func number(_ title: String) -> Column { Column(title: title, isNumber: true) }
    }

    /// Longer cells are cut, so that one long name does not push the numbers off the screen.
    static let widestCell = 48

    private let columns: [Column]
    private var rows: [[String]] = []

    init(_ columns: [Column]) { self.columns = columns }

    mutating func add(_ cells: [String]) {
        rows.append(cells.map { SafeText.line($0).shortened(to: Self.widestCell) })
    }

    /// The lines of the table, without the columns in which every cell is empty.
    func text(_ style: Style) -> String {
        let shown = columns.indices.filter { index in rows.isEmpty || rows.contains { !$0[index].isEmpty } }
        let widths = shown.map { index in
            ([columns[index].title] + rows.map { $0[index] }).map(\.displayWidth).max() ?? 0
        }
        let heading = line(shown.map { columns[$0].title }, shown, widths)
        let body = rows.map { row in line(shown.map { row[$0] }, shown, widths) + "\n" }
        return style.heading(heading) + "\n" + body.joined()
    }

    private func line(_ cells: [String], _ shown: [Int], _ widths: [Int]) -> String {
        let padded = cells.indices.map { position in
            let space = String(repeating: " ", count: widths[position] - cells[position].displayWidth)
            return columns[shown[position]].isNumber ? space + cells[position] : cells[position] + space
        }
        var line = padded.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line
    }
}
