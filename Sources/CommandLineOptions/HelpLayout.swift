import TextLayout

/// How help is laid out for a terminal; where nothing limits, each entry is one line.
struct HelpLayout {
    /// Longer lines are hard to read.
    private static let widest = 100
    /// What stands beside a label is not squeezed further.
    private static let leastText = 24
    private static let indent = "  "

    private let columns: Int?

    init(columns: Int?) { self.columns = columns.map { min($0, Self.widest) } }

    /// A sentence; its later lines are indented by so much.
    func paragraph(_ text: String, hanging: Int = 0) -> String {
        guard let columns else { return text }
        let margin = String(repeating: " ", count: hanging)
        return text.wrapped(to: max(columns - hanging, Self.leastText)).joined(separator: "\n" + margin)
    }

    /// Labels with their texts in a column of their own, under a title; empty without rows.
    func table(_ title: String, _ rows: [(label: String, text: String)]) -> String {
        guard !rows.isEmpty else { return "" }
        let widest = rows.map(\.label.displayWidth).max() ?? 0
        // A label that leaves no room for its text stands above it.
        let width = min(widest, columns.map { max($0 - Self.leastText * 2, 12) } ?? widest)
        return ([title] + rows.map { row($0.label, $0.text, width) }).joined(separator: "\n")
    }

    private func row(_ label: String, _ text: String, _ width: Int) -> String {
        let margin = width + 2 * Self.indent.count
        let body = paragraph(text, hanging: margin)
        if label.displayWidth > width {
            return Self.indent + label + "\n" + String(repeating: " ", count: margin) + body
        }
        return Self.indent + label.padded(to: width) + Self.indent + body
    }

    /// Command lines that can be copied whole: what does not fit goes on after a backslash.
    func examples(_ lines: [String]) -> String {
        (["Examples:"] + lines.map { Self.indent + example($0) }).joined(separator: "\n")
    }

    private func example(_ line: String) -> String {
        guard let columns else { return line }
        var lines: [String] = []
        var current = ""
        for word in Self.shellWords(line) {
            let room = columns - Self.indent.count * (lines.isEmpty ? 1 : 3) - " \\".count
            if !current.isEmpty, current.displayWidth + 1 + word.displayWidth > room {
                lines.append(current)
                current = word
            } else {
                current += current.isEmpty ? word : " " + word
            }
        }
        return (lines + [current]).joined(separator: " \\\n" + String(repeating: Self.indent, count: 3))
    }

    /// What stands between blanks outside of quotes.
    private static func shellWords(_ line: String) -> [String] {
        var quote: Character?
        return line.split { character in
            if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            }
            return quote == nil && character == " "
        }.map(String.init)
    }
}
