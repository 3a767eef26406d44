import Messaging
import WireProtocol

/// What became of an operation, as whoever waits for it sees it.
enum OutcomeClass: String, Sendable, CaseIterable {
    case done
    /// The shop said no, rightly: out of stock, a bad quantity. No error.
    case declined
    /// Refused for too much load.
    case overloaded
    /// No answer in time.
    case late
    /// Nobody there, or not now.
    case unavailable
    /// Something that must not happen.
    case error

    /// Whether the shop did its part in time.
    var isAnswer: Bool { self == .done || self == .declined }

    init(_ error: CallError) {
        switch error.reason {
        case .fault(let fault): self.init(fault.status)
        case .deadlineExceeded: self = .late
        case .unreachable, .notConnected, .unknownOutcome, .closed: self = .unavailable
        case .cancelled, .unreadable: self = .error
        }
    }

    private init(_ status: Status) {
        switch status {
        case .invalidArgument, .notFound, .alreadyExists, .failedPrecondition, .aborted: self = .declined
        case .resourceExhausted: self = .overloaded
        case .deadlineExceeded: self = .late
        case .unavailable: self = .unavailable
        case .unauthenticated, .permissionDenied, .unimplemented, .internal: self = .error
        }
    }
}
