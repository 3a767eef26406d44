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

    var errorLines: [Substring] { errors.split(separator: "\n") }
}
