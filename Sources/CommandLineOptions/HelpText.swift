extension Command {
    var builtIn: [(label: String, text: String)] {
        [("--help", "Show this help"), ("--version", "Show the version")]
    }

    /// The help of the program, or of one subcommand.
    func helpText(for command: Command?, _ layout: HelpLayout) -> String {
        let shown = command ?? self
        let own = shown.flags.map(\.helpRow)
        let sections = [
            layout.paragraph(shown.summary),
            layout.paragraph("Usage: " + usage(of: command), hanging: 7),
            layout.table("Commands:", shown.subcommands.map { ($0.name, $0.summary) }),
            layout.table("Arguments:", shown.arguments.map { ($0.name, $0.help) }),
            layout.table("Flags:", command == nil ? own + builtIn : own),
            command == nil ? "" : layout.table("Flags of every command:", flags.map(\.helpRow) + builtIn),
            shown.examples.isEmpty ? "" : layout.examples(shown.examples),
            shown.subcommands.isEmpty ? "" : layout.paragraph("Help on one command: \(name) COMMAND --help"),
        ]
        return sections.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// The help of the commands that have their first word in common, as `product put` and `product remove`.
    func helpText(forCommandsOf word: String, _ layout: HelpLayout) -> String {
        let commands = subcommands.filter { $0.name == word || $0.name.hasPrefix("\(word) ") }
        return [
            (["Usage:"] + commands.map { "  " + layout.paragraph(usage(of: $0), hanging: 6) })
                .joined(separator: "\n"),
            layout.table("Commands:", commands.map { ($0.name, $0.summary) }),
            layout.table("Flags of every command:", flags.map(\.helpRow) + builtIn),
            layout.paragraph("Help on one command: \(name) COMMAND --help"),
        ].joined(separator: "\n\n")
    }

    func usage(of command: Command?) -> String {
        let shown = command ?? self
        let required = shown.flags.filter(\.isRequired).map(\.label)
        let operands = shown.subcommands.isEmpty ? shown.arguments.map(\.label) : ["COMMAND …"]
        return ([fullName(of: command)] + required + ["[flags]"] + operands).joined(separator: " ")
    }
}

extension Argument {
    fileprivate var label: String {
        let repeated = repeats ? "\(name)…" : name
        return isOptional ? "[\(repeated)]" : repeated
    }
}

extension Flag {
    fileprivate var label: String {
        (short.map { "\($0), " } ?? "") + name + (valueName.map { " \($0)" } ?? "")
    }

    /// The help with everything that is true of the flag in brackets after it.
    var helpRow: (label: String, text: String) {
        let facts = [
            allowed.isEmpty ? nil : "one of \(allowed.joined(separator: ", "))",
            defaultValue.map { "default \($0)" },
            environment.map { "or \($0)" },
            repeats ? "may repeat" : nil,
            isRequired ? "required" : nil,
        ].compactMap(\.self)
        return (label, facts.isEmpty ? help : "\(help) (\(facts.joined(separator: "; ")))")
    }
}
