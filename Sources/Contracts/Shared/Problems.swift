public import WireProtocol

/// Collects what is wrong with a request, so that all bad fields are named at once.
///
/// At most `most` of them: an answer stays in proportion to any request.
public struct Problems: Sendable {
    public static let most = 200

    public private(set) var details: [Fault.Detail] = []

    public init() {}

    public mutating func add(_ problem: @autoclosure () -> FieldProblem, at field: @autoclosure () -> String)
    {
        guard details.count < Problems.most else { return }
        details.append(problem().detail(at: field()))
    }

    public mutating func add(_ code: String, _ message: String, at field: @autoclosure () -> String) {
        add(FieldProblem(code: code, message: message), at: field())
    }

    public func throwIfAny() throws(Fault) {
        if !details.isEmpty { throw Fault.invalid(details) }
    }
}

/// The checks that many requests share. The name of a field is made only when something is wrong with it.
extension Problems {
    /// A text that must show something and stay on one line.
    public mutating func requireText(
        _ text: String, at field: @autoclosure () -> String, maxBytes: Int = Bounds.textBytes,
        multiline: Bool = false
    ) {
        if text.isBlank {
            add("invalid_request", "must not be blank", at: field())
        }
        checkText(text, at: field(), maxBytes: maxBytes, multiline: multiline)
    }

    /// A text that may be empty.
    public mutating func checkText(
        _ text: String?, at field: @autoclosure () -> String, maxBytes: Int = Bounds.textBytes,
        multiline: Bool = false
    ) {
        guard let text else { return }
        requireBytes(text, atMost: maxBytes, at: field())
        let isBad = text.unicodeScalars.contains { scalar in
            scalar.properties.generalCategory == .control
                && !(multiline && (scalar == "\n" || scalar == "\t"))
        }
        if isBad { add("invalid_request", "control characters are not allowed", at: field()) }
    }

    public mutating func requireBytes(
        _ text: String, atMost maxBytes: Int, at field: @autoclosure () -> String
    ) {
        guard text.utf8.count > maxBytes else { return }
        add(
            FieldProblem(
                code: "invalid_request", message: "at most \(maxBytes) bytes",
                facts: ["max": .number(Int64(maxBytes))]),
            at: field())
    }

    public mutating func requireCount(
        _ count: Int, in range: ClosedRange<Int>, at field: @autoclosure () -> String,
        code: String = "invalid_request"
    ) {
        guard !range.contains(count) else { return }
        let problem = FieldProblem(
            code: count > range.upperBound ? code : "invalid_request",
            message: "\(range.lowerBound) to \(range.upperBound) are allowed, \(count) were given",
            facts: ["min": .number(Int64(range.lowerBound)), "max": .number(Int64(range.upperBound))])
        add(problem, at: field())
    }

    public mutating func checkLimit(_ limit: WireInteger?) {
        guard let limit, !Bounds.limit.contains(limit.value) else { return }
        let problem = FieldProblem(
            code: "invalid_request", message: "1 to 100 are allowed",
            facts: ["min": .number(Bounds.limit.lowerBound), "max": .number(Bounds.limit.upperBound)])
        add(problem, at: "limit")
    }

    public mutating func requireNotNegative(_ amount: Amount?, at field: @autoclosure () -> String) {
        guard let amount, amount < .zero else { return }
        add(
            FieldProblem(code: "invalid_request", message: "must not be negative", facts: ["min": 0]),
            at: field())
    }
}
