import WireProtocol

/// What the gateway tells the shell.
enum ExitCode: Int32, Sendable {
    case done = 0
    /// The shop understood, and said no.
    case refused = 1
    case usage = 2
    /// A service is unreachable, overloaded or late.
    case unreachable = 3

    /// The exit code of a fault with that status.
    init(_ status: Status) {
        switch status {
        case .invalidArgument, .notFound, .alreadyExists, .failedPrecondition, .unauthenticated,
            .permissionDenied,
            .aborted, .unimplemented, .internal:
            self = .refused
        case .deadlineExceeded, .resourceExhausted, .unavailable:
            self = .unreachable
        }
    }
}
