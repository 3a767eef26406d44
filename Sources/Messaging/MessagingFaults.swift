import WireProtocol

/// The faults that a responder answers with by itself.
extension Fault {
    static let deadlineExceeded = Fault(
        .deadlineExceeded, code: "deadline_exceeded", message: "the caller's time was up; nothing was done",
        retryable: true)

    static func unknownMethod(_ method: String) -> Fault {
        Fault(.unimplemented, code: "unknown_method", message: "there is no method \(method)")
    }

    static func idempotencyKeyRequired(method: String) -> Fault {
        Fault(
            .invalidArgument, code: "idempotency_key_required",
            message: "\(method) changes something: send a key with it")
    }

    static func overloaded(retryAfterMilliseconds: Int) -> Fault {
        Fault(
            .resourceExhausted, code: "overloaded", message: "too many calls are at work here",
            retryable: true, retryAfterMilliseconds: retryAfterMilliseconds)
    }

    static func messageTooLarge(largestBytes: Int) -> Fault {
        let problem = FieldProblem(
            code: "message_too_large", message: "at most \(largestBytes) bytes are allowed",
            facts: ["max": .number(Int64(largestBytes))])
        return .invalid([problem.detail(at: "")])
    }
}
