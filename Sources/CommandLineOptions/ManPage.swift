extension Command {
    /// The manual page of the program, or of one of its commands, as roff (man(7)).
    ///
    /// - Returns: nil when there is no such command.
    package func manPage(of name: String? = nil, version: String) -> String? {
        let command = name.flatMap { name in subcommands.first { $0.name == name } }
        if name != nil, command == nil { return nil }
        let shown = command ?? self
        let title = fullName(of: command).replacing(" ", with: "-")
        let own = shown.flags.map(\.helpRow) + (command == nil ? builtIn : [])
        return [
            ".TH \(Roff.text(title.uppercased())) 1 \"\" \"\(Roff.text("\(self.name) \(version)"))\"",
            ".SH NAME\n\(Roff.text("\(title) - \(shown.summary)"))",
            ".SH SYNOPSIS\n\(Roff.text(usage(of: command)))",
            Roff.section("COMMANDS", shown.subcommands.map { ($0.name, $0.summary) }),
            Roff.section("ARGUMENTS", shown.arguments.map { ($0.name, $0.help) }),
            Roff.section("OPTIONS", own),
            command == nil ? "" : Roff.section("OPTIONS OF EVERY COMMAND", flags.map(\.helpRow) + builtIn),
            shown.examples.isEmpty
                ? "" : (".SH EXAMPLES\n.nf" + shown.examples.map { "\n" + Roff.text($0) }.joined() + "\n.fi"),
        ].filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
    }
}

/// Texts as roff has them.
private enum Roff {
    static func section(_ title: String, _ rows: [(label: String, text: String)]) -> String {
        guard !rows.isEmpty else { return "" }
        return ".SH \(title)" + rows.map { "\n.TP\n.B \(text($0.label))\n\(text($0.text))" }.joined()
    }

    /// Nothing in it is a request, an escape or a hyphen that may be broken at; letters beyond ASCII are named.
    static func text(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\e"
            case "-": "\\-"
            case "'": "\\(aq"
            case "\"": "\\(dq"
            default: scalar.isASCII ? String(scalar) : "\\[u\(hexadecimal(scalar))]"
            }
        }.joined()
        return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
