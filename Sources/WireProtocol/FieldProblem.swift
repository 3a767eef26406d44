/// What is wrong with a value that has the right shape: thrown while decoding, it keeps its code and bounds
/// on the way to the fault.
public struct FieldProblem: Error, Sendable, Equatable {
    public var code: String
    public var message: String
    public var facts: [String: Fault.Fact]

    public init(code: String, message: String, facts: [String: Fault.Fact] = [:]) {
        self.code = code
        self.message = message
        self.facts = facts
    }

    /// A value that is no whole number: a fraction, a text, a truth value or null.
    public static let notAWholeNumber = FieldProblem(
        code: "not_a_whole_number", message: "not a whole number")

    /// The problem as the detail of a fault.
    public func detail(at field: String) -> Fault.Detail {
        Fault.Detail(field: field, code: code, message: message, facts: facts)
    }

    /// The problem as an error of the `Decoder` that met it, which knows the path.
    public func decodingError(at path: [any CodingKey]) -> DecodingError {
        .dataCorrupted(.init(codingPath: path, debugDescription: message, underlyingError: self))
    }
}
