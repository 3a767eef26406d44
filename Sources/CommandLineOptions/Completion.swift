/// What may stand in the place of the last word of a command line that is being typed.
package struct Completion: Sendable, Equatable {
    package struct Candidate: Sendable, Equatable {
        package var word: String
        /// What it is for, in few words; may be empty.
        package var help: String
    }

    /// What is known by itself.
    package private(set) var candidates: [Candidate] = []
    /// What else there is, of a kind that the program can find out.
    package private(set) var values = Completable.nothing
    /// What of the last word stays as it is, such as `--sort=`: values come after it.
    package private(set) var prefix = ""
    /// The word as far as it is typed, without the prefix.
    package let typed: String
    /// The program's own flags with their values, as far as they were typed.
    package private(set) var programFlags: [String] = []

    /// - Parameter words: of the command line, without the program's name; the last one is being typed, and may be empty.
    package init(_ program: Command, words: [String]) {
        var line = TypedLine(program)
        for word in words.dropLast() { line.read(word) }
        programFlags = line.programFlags
        let last = words.last ?? ""
        let parts = last.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        if let flag = line.pendingFlag {
            typed = last
            values = flag.completes
        } else if parts.count == 2, let flag = line.flag(named: parts[0]), flag.valueName != nil {
            prefix = parts[0] + "="
            typed = parts[1]
            values = flag.completes
        } else {
            typed = last
            offer(in: line)
        }
        if case .words(let words) = values {
            candidates = words.map { Candidate(word: $0, help: "") }
            values = .nothing
        }
        candidates = candidates.filter { $0.word.hasPrefix(typed) }
    }

    private mutating func offer(in line: TypedLine) {
        if typed.hasPrefix("-"), !line.flagsEnded {
            candidates =
                line.openFlags.map { Candidate(word: $0.name, help: $0.help) }
                + [Candidate(word: "--help", help: "Show help")]
        } else if line.isCommandOpen {
            candidates = line.nextCommandWords
        } else if let argument = line.nextArgument(typed) {
            values = argument.completes
        }
    }
}

/// The words before the one that is being typed.
private struct TypedLine {
    let program: Command
    private var command: Command?
    /// The first word of a command that may have two.
    private var openWord: String?
    private var positional: [String] = []
    private var given: [String] = []
    private(set) var pendingFlag: Flag?
    private(set) var flagsEnded = false
    private(set) var programFlags: [String] = []

    init(_ program: Command) { self.program = program }

    private var flags: [Flag] { program.flags + (command?.flags ?? []) }
    var openFlags: [Flag] { flags.filter { $0.repeats || !given.contains($0.name) } }
    var isCommandOpen: Bool { command == nil && !program.subcommands.isEmpty }

    func flag(named name: String) -> Flag? { flags.first { $0.name == name || $0.short == name } }

    mutating func read(_ word: String) {
        if let flag = pendingFlag {
            note(flag, word)
            pendingFlag = nil
        } else if !flagsEnded, word.hasPrefix("-"), word != "-" {
            readFlag(word)
        } else {
            readPositional(word)
        }
    }

    private mutating func readFlag(_ word: String) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        flagsEnded = word == "--"
        guard let flag = flag(named: parts[0]) else { return }
        given.append(flag.name)
        if flag.valueName == nil { return note(flag, nil) }
        if parts.count == 2 { note(flag, parts[1]) } else { pendingFlag = flag }
    }

    private mutating func note(_ flag: Flag, _ value: String?) {
        guard program.flags.contains(where: { $0.name == flag.name }) else { return }
        programFlags += [value.map { "\(flag.name)=\($0)" } ?? flag.name]
    }

    private mutating func readPositional(_ word: String) {
        guard isCommandOpen else { return positional.append(word) }
        let name = openWord.map { "\($0) \(word)" } ?? word
        if let chosen = program.subcommands.first(where: { $0.name == name }) {
            command = chosen
        } else if openWord == nil, program.subcommands.contains(where: { $0.name.hasPrefix("\(word) ") }) {
            openWord = word
        }
    }

    /// The words that can come next in the names of commands, each once.
    var nextCommandWords: [Completion.Candidate] {
        let begun = openWord.map { $0 + " " } ?? ""
        var found: [Completion.Candidate] = []
        for command in program.subcommands where command.name.hasPrefix(begun) {
            let words = command.name.dropFirst(begun.count).split(separator: " ")
            guard let word = words.first.map(String.init) else { continue }
            let help = words.count == 1 ? command.summary : ""
            if !found.contains(where: { $0.word == word }) { found.append(.init(word: word, help: help)) }
        }
        return found
    }

    /// The argument that the word being typed is for.
    func nextArgument(_ typed: String) -> Argument? {
        var rest = (positional + [typed])[...]
        for argument in command?.arguments ?? program.arguments {
            if argument.isOptional, let word = rest.first, !argument.accepts(word) { continue }
            if argument.repeats || rest.count == 1 { return argument }
            rest = rest.dropFirst()
        }
        return nil
    }
}
