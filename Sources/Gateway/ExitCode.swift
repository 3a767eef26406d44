import WireProtocol

/// What the gateway tells the shell.
enum ExitCode: Int32, Sendable {
    case done = 0
    /// The shop understood, and said no.
    case refused = 1
    case usage = 2
    /// A service is unreachable, overloaded or late.
    case unreachable = 3

    /// The exit code of a fault: a service that cannot answer is away only where trying again may help.
    init(_ fault: Fault) { self = fault.status.isOutage && fault.retryable ? .unreachable : .refused }
}

extension Status {
    /// Whether the service could not answer, rather than refused what was asked.
    var isOutage: Bool {
        switch self {
        case .invalidArgument, .notFound, .alreadyExists, .failedPrecondition, .unauthenticated,
            .permissionDenied, .aborted, .unimplemented, .internal:
            false
        case .deadlineExceeded, .resourceExhausted, .unavailable: true
        }
    }
}
