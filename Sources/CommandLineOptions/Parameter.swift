/// A flag or an argument: what a value on the command line is given for.
package protocol Parameter: Sendable {
    var name: String { get }
    var help: String { get }
}

/// What a shell can offer for a value.
package enum Completable: Sendable, Equatable {
    case nothing, files
    case words([String])
    /// What only the program can find out, by a name of its own.
    case found(String)
}

/// `--name`, or `--name VALUE` when it takes a value.
package struct Flag: Parameter {
    package let name: String
    package let help: String
    /// `-v`
    let short: String?
    /// What stands for the value in help; nil for a switch.
    let valueName: String?
    let environment: String?
    let defaultValue: String?
    let allowed: [String]
    let repeats: Bool
    let isRequired: Bool
    let completes: Completable

    /// `environment` names a variable that is read when the flag is absent; an empty one counts as absent. For a flag
    /// that `repeats` it holds the values with commas between them. `allowed` lists the only values there are.
    package init(
        _ name: String, short: String? = nil, value: String? = nil, environment: String? = nil,
        default: String? = nil,
        allowed: [String] = [], repeats: Bool = false, required: Bool = false,
        completes: Completable = .nothing, help: String
    ) {
        self.completes = allowed.isEmpty ? completes : .words(allowed)
        self.name = name
        self.short = short
        self.help = help
        valueName = value
        self.environment = environment
        defaultValue = `default`
        self.allowed = allowed
        self.repeats = repeats
        isRequired = required
    }
}

/// A value that is told by its place.
package struct Argument: Parameter {
    package let name: String
    package let help: String
    let isOptional: Bool
    let repeats: Bool

    /// Which words it takes when it is optional; one that it leaves is for the next argument.
    let accepts: @Sendable (String) -> Bool
    let completes: Completable

    /// Only the last argument of a command can repeat, and after an optional one that accepts every word all are optional.
    package init(
        _ name: String, optional: Bool = false, repeats: Bool = false,
        accepts: @escaping @Sendable (String) -> Bool = { _ in true }, completes: Completable = .nothing,
        help: String
    ) {
        self.accepts = accepts
        self.completes = completes
        self.name = name
        self.help = help
        isOptional = optional
        self.repeats = repeats
    }
}
