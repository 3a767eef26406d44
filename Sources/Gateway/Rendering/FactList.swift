/// Names and values in two columns: `total  36.50 USD`.
struct FactList {
    private var facts: [(name: String, value: String)] = []

    mutating func add(_ name: String, _ value: String?) {
        guard let value else { return }
        facts.append((name, SafeText.lines(value)))
    }

    func text(_ style: Style) -> String {
        let width = facts.map(\.name.displayWidth).max() ?? 0
        let margin = String(repeating: " ", count: width + 2)
        return facts.map { name, value in
            let space = String(repeating: " ", count: width + 2 - name.displayWidth)
            let lines = value.split(separator: "\n", omittingEmptySubsequences: false)
            return style.heading(name) + space + lines.joined(separator: "\n" + margin) + "\n"
        }.joined()
    }
}
