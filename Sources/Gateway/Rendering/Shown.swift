import WireProtocol

/// What can be shown to people: pure, so that it is tested by its text.
protocol Shown {
    func text(_ style: Style) -> String
}

/// What a command ends with: for people, and for machines.
protocol Answer: Shown, Sendable {
    /// The wire's own JSON.
    var json: [UInt8] { get }
    var exitCode: ExitCode { get }
    /// What else is worth knowing, a line each: on stderr, so that machines read the same as ever.
    var notes: [String] { get }
}

extension Answer {
    var exitCode: ExitCode { .done }
    var notes: [String] { [] }

    /// JSON as the wire writes it, for what is joined from several replies.
    static func encoded(_ value: some Encodable) -> [UInt8] {
        // Every value came from JSON, so it can be written as JSON.
        (try? WireCoding(.json).encode(value)) ?? Array("{}".utf8)
    }
}

/// An answer with something to say beside it.
struct Noted<Body: Answer>: Answer {
    var answer: Body
    var notes: [String] = []

    var json: [UInt8] { answer.json }
    var exitCode: ExitCode { answer.exitCode }

    func text(_ style: Style) -> String { answer.text(style) }
}

/// A reply, decoded and as it came.
struct Answered<Value: Sendable>: Sendable {
    var value: Value
    var body: [UInt8]
}

extension Answered: Shown where Value: Shown {
    func text(_ style: Style) -> String { value.text(style) }
}

extension Answered: Answer where Value: Shown {
    var json: [UInt8] { body }
}
