/// A program, or one of its subcommands (of one word, or two as in `product put`).
package struct Command: Sendable {
    package let name: String
    let summary: String
    let arguments: [Argument]
    let flags: [Flag]
    let examples: [String]
    let subcommands: [Command]

    /// `examples` are whole command lines. The flags of a program with subcommands may stand before or after the
    /// subcommand's name.
    package init(
        name: String, summary: String, arguments: [Argument] = [], flags: [Flag] = [],
        examples: [String] = [],
        subcommands: [Command] = []
    ) {
        self.name = name
        self.summary = summary
        self.arguments = arguments
        self.flags = flags
        self.examples = examples
        self.subcommands = subcommands
    }

    /// Reads a command line, without the program's name at its start.
    ///
    /// - Parameters:
    ///   - configured: reads the values of flags that are given neither here nor by the environment, by their names, once
    ///     the rest of the line is known.
    ///   - columns: how wide the terminal is that shows help; nil where nothing limits.
    package func parse(
        _ arguments: [String], environment: [String: String] = [:], version: String,
        configured: (Parsed) throws(UsageError) -> Configured? = { (_) throws(UsageError) in nil },
        columns: Int? = nil
    ) throws(UsageError) -> Outcome {
        var parser = Parser(program: self)
        do {
            try parser.read(arguments)
            if parser.asksForHelp { return .show(help(asked: parser, columns)) }
            if parser.asksForVersion { return .show("\(name) \(version)") }
            var plain = parser
            let parsed = try plain.finish(environment)
            guard let configured = try configured(parsed) else { return .run(parsed) }
            return .run(try parser.finish(environment, configured: configured.byFlag))
        } catch {
            if parser.asksForHelp, !parser.asksForHelpByName, !parser.namesUnknownCommand {
                return .show(help(asked: parser, columns))
            }
            throw UsageError(message: error.message, command: fullName(of: parser.command))
        }
    }

    private func help(asked parser: Parser, _ columns: Int?) -> String {
        let layout = HelpLayout(columns: columns)
        if parser.command == nil, let word = parser.openWord { return helpText(forCommandsOf: word, layout) }
        return helpText(for: parser.command, layout)
    }

    func fullName(of command: Command?) -> String { command.map { "\(name) \($0.name)" } ?? name }
}

/// Values of flags from elsewhere than the command line and the environment.
package struct Configured: Sendable {
    let byFlag: [String: Value]

    /// - Parameters:
    ///   - values: by the names of flags.
    ///   - source: what names them in a refusal.
    package init(_ values: [String: String], source: String) {
        byFlag = Dictionary(
            uniqueKeysWithValues: values.map { ($0, Value(text: $1, source: "\($0) of \(source)")) })
    }
}

/// What a command line asks for.
package enum Outcome: Sendable {
    case run(Parsed)
    /// Help or version: print it and be done, with exit code 0.
    case show(String)
}

/// A command line that is wrong, in one line that says what is allowed.
package struct UsageError: Error, Equatable, Sendable, CustomStringConvertible {
    package let message: String
    /// The program and subcommand it was meant for, empty for a value refused later.
    package let command: String

    package init(message: String, command: String = "") {
        self.message = message
        self.command = command
    }

    package var description: String { command.isEmpty ? message : "\(message) (see `\(command) --help`)" }
}
