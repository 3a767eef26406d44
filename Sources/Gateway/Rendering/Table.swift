import TextLayout

/// Rows under headings, aligned by what a terminal shows. Cells are made safe here, so no caller has to.
///
/// On a terminal that is too narrow cells go on over several lines, and columns that can be spared are left out.
struct Table {
    struct Column {
        enum Kind {
            case text
            /// Stands to the right.
            case number
            /// Is never broken, not even at blanks.
            case whole
        }

        var title: String
        var kind: Kind
        /// On a narrow terminal the lowest is left out first; nil: never.
        var dispensability: Int?

        static func text(_ title: String, dispensability: Int? = nil) -> Column {
            Column(title: title, kind: .text, dispensability: dispensability)
        }
        static func number(_ title: String, dispensability: Int? = nil) -> Column {
            Column(title: title, kind: .number, dispensability: dispensability)
        }
        static func whole(_ title: String, dispensability: Int? = nil) -> Column {
            Column(title: title, kind: .whole, dispensability: dispensability)
        }
    }

    private let columns: [Column]
    private var rows: [[String]] = []

    init(_ columns: [Column]) { self.columns = columns }

    mutating func add(_ cells: [String]) { rows.append(cells.map(SafeText.line)) }

    /// The lines of the table, without the columns in which every cell is empty.
    func text(_ style: Style) -> String {
        let filled = columns.indices.filter { index in rows.isEmpty || rows.contains { !$0[index].isEmpty } }
        let layout = TableLayout(filled.map(need), total: style.columns)
        let shown = layout.kept.map { filled[$0] }
        let heading = lines(shown.map { columns[$0].title }, shown, layout.widths)
        let body = rows.flatMap { row in lines(shown.map { row[$0] }, shown, layout.widths) }
        return (heading.map(style.heading) + body).map { $0 + "\n" }.joined()
    }

    private func need(_ index: Int) -> TableLayout.Need {
        let column = columns[index]
        let cells = rows.map { $0[index] }
        let words = ([column.title] + (column.kind == .whole ? [] : cells)).flatMap {
            $0.split(separator: " ")
        }
        let whole = column.kind == .whole ? cells.map(\.displayWidth) : []
        return TableLayout.Need(
            natural: ([column.title] + cells).map(\.displayWidth).max() ?? 0,
            longestWord: (words.map(\.displayWidth) + whole).max() ?? 0, breaks: column.kind == .text,
            dispensability: column.dispensability)
    }

    private func lines(_ cells: [String], _ shown: [Int], _ widths: [Int]) -> [String] {
        let wrapped = cells.indices.map { position in
            cells[position].displayWidth <= widths[position]
                ? [cells[position]]
                : cells[position].wrapped(
                    to: widths[position], breakingWords: columns[shown[position]].kind == .text)
        }
        return (0..<(wrapped.map(\.count).max() ?? 0)).map { number in
            let padded = cells.indices.map { position in
                let piece = number < wrapped[position].count ? wrapped[position][number] : ""
                return piece.padded(
                    to: widths[position], isRight: columns[shown[position]].kind == .number)
            }
            let line = padded.joined(separator: String(repeating: " ", count: TableLayout.gap))
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
