import WireProtocol

/// What a program that ran to its end left behind.
struct Ran: Sendable, CustomStringConvertible {
    let exit: ChildProcess.End
    let output: String
    let errors: String
    let lifetime: Duration

    init(_ child: ChildProcess, withinSeconds seconds: Double = 30) async throws {
        exit = try await child.end(withinSeconds: seconds)
        output = child.output
        errors = child.errors
        lifetime = child.lifetime ?? .zero
    }

    var description: String { "\(exit) after \(lifetime)\n--- stdout\n\(output)--- stderr\n\(errors)" }

    var outputLines: [Substring] { output.split(separator: "\n") }
    var errorLines: [Substring] { errors.split(separator: "\n") }

    /// What `--json` printed.
    func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try WireCoding(.json).decode(type, from: Array(output.utf8))
    }

    /// What stands after a word at the start of a line.
    func text(after word: String) -> String? {
        (outputLines + errorLines).lazy
            .map { $0.drop { $0 == " " } }
            .first { $0.hasPrefix(word) }
            .map { String($0.dropFirst(word.count).drop { $0 == " " }) }
    }
}
