public import WireProtocol

/// Why a call has no reply.
public struct CallError: Error, Sendable, Equatable {
    public enum Reason: Error, Equatable {
        /// The service answered: no.
        case fault(Fault)
        /// No replica could be reached; or the connection went under a call that may be sent again.
        case unreachable
        /// No connection can be made; only for a caller that does not wait for its service.
        case notConnected(ConnectionProblem)
        /// The time was up before an answer came.
        case deadlineExceeded
        /// The connection went after a changing call had left, and no key was sent: it may have been done or not.
        case unknownOutcome
        /// The calling task was cancelled.
        case cancelled
        /// The caller, or its reactor, was closed.
        case closed
        /// The request cannot be sent, or the reply cannot be read.
        case unreadable(String)
    }

    public var reason: Reason
    /// Who was called, `pricing`.
    public var service: String
    /// Where, for messages; of a fault, who answered.
    public var endpoints: [String]

    public init(_ reason: Reason, service: String, endpoints: [String]) {
        self.reason = reason
        self.service = service
        self.endpoints = endpoints
    }

    /// Whether the identical call may succeed later without being done twice: for a call that is harmless or
    /// carries a key.
    public var isRetryable: Bool {
        switch reason {
        case .fault(let fault): fault.retryable
        case .unreachable, .notConnected, .deadlineExceeded: true
        case .unknownOutcome, .cancelled, .closed, .unreadable: false
        }
    }
}

extension CallError: CustomStringConvertible {
    public var description: String {
        let place = "\(service) at \(endpoints.joined(separator: ", "))"
        switch reason {
        case .fault(let fault): return fault.message
        case .unreachable: return "\(place) cannot be reached"
        case .notConnected(.refused): return "nothing listens where \(place) should"
        case .notConnected(.unknownHost): return "\(place): the host's name has no address"
        case .notConnected(.notAService):
            return "who listens at \(endpoints.joined(separator: ", ")) is no service"
        case .notConnected(.silent): return "\(place) accepts connections and says nothing"
        case .notConnected(.separateData):
            return "the replicas of \(place) do not share their data: all but one have to end"
        case .deadlineExceeded: return "\(place) did not answer in time"
        case .unknownOutcome: return "the connection to \(place) went; whether the call was done is not known"
        case .cancelled: return "the call to \(place) was cancelled"
        case .closed: return "the connection to \(place) was closed here"
        case .unreadable(let problem): return "\(place): \(problem)"
        }
    }
}
