import TextLayout

/// Names and values in two columns: `total  36.50 USD`.
struct FactList {
    /// A value is not squeezed further on a narrow terminal.
    private static let leastColumns = 20

    private var facts: [(name: String, value: String)] = []

    mutating func add(_ name: String, _ value: String?) {
        guard let value else { return }
        facts.append((name, SafeText.lines(value)))
    }

    func text(_ style: Style) -> String {
        let width = (facts.map(\.name.displayWidth).max() ?? 0) + 2
        let margin = String(repeating: " ", count: width)
        return facts.map { name, value in
            let lines = style.columns.map { value.wrapped(to: max($0 - width, Self.leastColumns)) }
            let space = String(repeating: " ", count: width - name.displayWidth)
            let text = lines?.joined(separator: "\n") ?? value
            return style.heading(name) + space + text.replacing("\n", with: "\n" + margin) + "\n"
        }.joined()
    }
}
