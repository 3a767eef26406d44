import Messaging
import WireProtocol

/// A call that brought no answer, or a fault as the answer.
struct ServiceFailure: Error, Equatable, Sendable {
    var service: Service
    var reason: Reason
    /// Whether the call may have left, in this attempt or an earlier one.
    var mayBeDone = true

    enum Reason: Equatable, Sendable {
        /// The service answered, with a fault.
        case fault(Fault)
        /// Nobody answers there; nothing was done.
        case unreachable(at: String)
        /// The same, and it is known why.
        case notConnected(ConnectionProblem, at: String)
        /// Another service answers there.
        case otherService(String)
        /// The call left, and the time was up before an answer came.
        case late
        /// The connection went after the call had left: it may have been done.
        case unknownOutcome
        /// Somebody ended the command after the call had left.
        case interrupted
        /// The answer is not the one of this contract.
        case unreadable(String)
    }

    var exitCode: ExitCode {
        switch reason {
        case .fault(let fault): ExitCode(fault)
        case .notConnected(.separateData, _): .refused
        default: .unreachable
        }
    }

    /// Whether the service could not answer, rather than refused what was asked.
    var isOutage: Bool {
        if case .fault(let fault) = reason { fault.status.isOutage } else { true }
    }

    func isFault(_ code: String) -> Bool {
        if case .fault(let fault) = reason { fault.code == code } else { false }
    }

    /// Whether the identical call may bring an answer later.
    var isPassing: Bool {
        switch reason {
        case .fault(let fault): fault.retryable
        case .unreadable, .otherService, .notConnected(.separateData, _): false
        case .unreachable, .notConnected, .late, .unknownOutcome, .interrupted: true
        }
    }
}
