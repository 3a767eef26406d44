/// Reads the words of one command line from left to right.
struct Parser {
    private let program: Command
    private(set) var command: Command?
    private(set) var asksForHelp = false
    /// Whether it was asked for as a command, `help`, which is then held to the words after it.
    private(set) var asksForHelpByName = false
    private(set) var asksForVersion = false
    /// There is no help on what does not exist.
    private(set) var namesUnknownCommand = false
    /// The first word of a subcommand that may have two.
    private(set) var openWord: String?
    private var positional: [String] = []
    private var given: [String: [Value]] = [:]

    init(program: Command) { self.program = program }

    private var active: Command { command ?? program }
    private var availableFlags: [Flag] { program.flags + (command?.flags ?? []) }

    mutating func read(_ arguments: [String]) throws(UsageError) {
        // Help is answered even when something before it is wrong.
        let beforeEnd = arguments.prefix { $0 != "--" }
        asksForHelp = beforeEnd.contains { $0 == "--help" || $0 == "-h" }
        var rest = arguments[...]
        var flagsEnded = false
        while let word = rest.popFirst() {
            if flagsEnded || !isFlag(word) {
                try readPositional(word)
            } else if word == "--" {
                flagsEnded = true
            } else {
                try readFlag(word, &rest)
            }
        }
        if !asksForHelp { try closeOpenWord() }
    }

    /// A minus alone and a negative number are values.
    private func isFlag(_ word: String) -> Bool {
        guard word.hasPrefix("-"), word != "-" else { return false }
        let number = word.dropFirst()
        let isNumber = number.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") } && number.first != "."
        return !isNumber
    }

    private mutating func readFlag(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        let name = parts[0]
        let attached = parts.count > 1 ? parts[1] : nil
        if attached == nil, name == "--help" || name == "-h" { return }
        if attached == nil, name == "--version" {
            asksForVersion = true
            return
        }
        let flag = try findFlag(name)
        let isRepeated = given[flag.name] != nil
        if isRepeated, !flag.repeats { throw UsageError(message: "\(name) is given twice") }
        given[flag.name, default: []].append(Value(text: try value(of: flag, attached, &rest), source: name))
    }

    private mutating func findFlag(_ name: String) throws(UsageError) -> Flag {
        if let flag = availableFlags.first(where: { $0.isCalled(name) }) { return flag }
        // `policy --file x` settles that it is not `policy put`.
        if openWord != nil {
            try closeOpenWord()
            if let flag = availableFlags.first(where: { $0.isCalled(name) }) { return flag }
        }
        let names = availableFlags.map(\.name) + ["--help", "--version"]
        throw UsageError(message: "unknown flag \(name)" + suggestion(for: name, among: names))
    }

    private func value(
        of flag: Flag, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        guard let valueName = flag.valueName else {
            guard attached == nil else { throw UsageError(message: "\(flag.name) takes no value") }
            return "true"
        }
        if let attached { return attached }
        // `-rating` is a value where it is one of those there are.
        guard let next = rest.first, !isFlag(next) || flag.allowed.contains(next) else {
            throw UsageError(message: "\(flag.name) needs a value: \(flag.name) \(valueName)")
        }
        rest.removeFirst()
        return next
    }

    private mutating func readPositional(_ word: String) throws(UsageError) {
        guard command == nil, !program.subcommands.isEmpty else {
            positional.append(word)
            return
        }
        if let first = openWord {
            if !choose("\(first) \(word)") {
                try closeOpenWord(followedBy: word)
                positional.append(word)
            }
        } else if program.subcommands.contains(where: { $0.name.hasPrefix("\(word) ") }) {
            openWord = word
        } else if word == "help", !asksForHelpByName {
            asksForHelp = true
            asksForHelpByName = true
        } else if !choose(word) {
            throw unknownCommand(word)
        }
    }

    private mutating func choose(_ name: String) -> Bool {
        guard let chosen = program.subcommands.first(where: { $0.name == name }) else { return false }
        command = chosen
        openWord = nil
        return true
    }

    private mutating func closeOpenWord(followedBy next: String? = nil) throws(UsageError) {
        guard let first = openWord else { return }
        if choose(first) { return }
        if let next { throw unknownCommand("\(first) \(next)") }
        let names = program.subcommands.map(\.name).filter { $0.hasPrefix("\(first) ") }
        throw UsageError(message: "\(first) alone is no command: \(names.joined(separator: ", "))")
    }

    private mutating func unknownCommand(_ name: String) -> UsageError {
        namesUnknownCommand = true
        return UsageError(
            message: "unknown command \(name)" + suggestion(for: name, among: program.subcommands.map(\.name))
        )
    }

    /// Adds what the environment and the defaults say and checks that nothing is missing.
    mutating func finish(
        _ environment: [String: String], configured: [String: Value] = [:]
    ) throws(UsageError) -> Parsed {
        if command == nil, !program.subcommands.isEmpty {
            let names = program.subcommands.map(\.name).joined(separator: ", ")
            throw UsageError(message: "no command given: \(names)")
        }
        let missingArguments = try assignArguments()
        for flag in availableFlags where given[flag.name] == nil {
            given[flag.name] = flag.fallback(environment, configured[flag.name])
        }
        let missingFlags = availableFlags.filter { $0.isRequired && given[$0.name, default: []].isEmpty }
        try checkNothing(isMissing: missingArguments + missingFlags)
        for flag in availableFlags { try flag.check(given[flag.name] ?? []) }
        return Parsed(command: active.name, values: given)
    }

    /// - Returns: the arguments that are missing.
    private mutating func assignArguments() throws(UsageError) -> [any Parameter] {
        var rest = positional[...]
        var missing: [any Parameter] = []
        for argument in active.arguments {
            let isMeant = !argument.isOptional || rest.first.map(argument.accepts) ?? false
            let count = isMeant ? (argument.repeats ? rest.count : min(1, rest.count)) : 0
            if count == 0, !argument.isOptional { missing.append(argument) }
            given[argument.name] = rest.prefix(count).map { Value(text: $0, source: argument.name) }
            rest = rest.dropFirst(count)
        }
        if let surplus = rest.first { throw UsageError(message: "unexpected argument \(surplus)") }
        return missing
    }

    private func checkNothing(isMissing missing: [any Parameter]) throws(UsageError) {
        guard let last = missing.last else { return }
        if missing.count == 1 { throw UsageError(message: "\(last.name) is missing: \(last.help)") }
        let others = missing.dropLast().map(\.name).joined(separator: ", ")
        throw UsageError(message: "\(others) and \(last.name) are missing")
    }
}

extension Flag {
    fileprivate func isCalled(_ name: String) -> Bool { name == self.name || name == short }

    /// What holds when the flag is not on the command line: the environment, then what is configured, then the default.
    fileprivate func fallback(_ environment: [String: String], _ configured: Value?) -> [Value]? {
        if let variable = self.environment, let text = environment[variable], !text.isEmpty {
            let texts = repeats ? text.split(separator: ",").map(String.init) : [text]
            return texts.map { Value(text: $0, source: variable) }
        }
        if let configured { return [configured] }
        return defaultValue.map { [Value(text: $0, source: name, isDefault: true)] }
    }

    fileprivate func check(_ values: [Value]) throws(UsageError) {
        let allowed = valueName == nil ? ["true", "false", "1", "0", "yes", "no"] : allowed
        for value in values where !allowed.isEmpty && !allowed.contains(value.text) {
            throw value.refused("one of \(allowed.joined(separator: ", "))")
        }
    }
}
