import CZeroMQ

/// What libzmq refused, and what was being asked of it.
public struct ZeroMQError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The causes a program may want to tell apart.
    public enum Reason: Hashable, Sendable {
        case addressInUse
        case addressNotAvailable
        case alreadyInState
        case closed
        case contextTerminated
        case invalidArgument
        case noSuchDevice
        case noSuchEndpoint
        case notSupported
        case outOfMemory
        case permissionDenied
        case tooManySockets
        case wrongState
        /// Any other errno.
        case other(Int32)
    }

    public let reason: Reason
    /// What was asked, as in `bind tcp://127.0.0.1:7010`.
    public let operation: String
    /// The sentence for people, without the operation.
    public let message: String

    public init(_ reason: Reason, operation: String, message: String) {
        self.reason = reason
        self.operation = operation
        self.message = message
    }

    public var description: String { "\(operation): \(message)" }
}

extension ZeroMQError {
    /// Traps on what only a defect of this module can cause: a stale socket or a bad pointer.
    init(errno number: Int32, operation: String) {
        precondition(number != ENOTSOCK && number != EFAULT, "\(operation): \(text(of: number))")
        self.init(Reason(errno: number), operation: operation, message: text(of: number))
    }

    static func closed(_ operation: String) -> ZeroMQError {
        ZeroMQError(.closed, operation: operation, message: "the socket is closed")
    }

    static func invalid(_ operation: String, _ message: String) -> ZeroMQError {
        ZeroMQError(.invalidArgument, operation: operation, message: message)
    }
}

extension ZeroMQError.Reason {
    init(errno number: Int32) {
        switch number {
        case EADDRINUSE: self = .addressInUse
        case EADDRNOTAVAIL: self = .addressNotAvailable
        case EISCONN: self = .alreadyInState
        case ZeroMQErrno.contextTerminated: self = .contextTerminated
        case EINVAL: self = .invalidArgument
        case ENODEV: self = .noSuchDevice
        case ENOENT, ECONNREFUSED: self = .noSuchEndpoint
        case ENOTSUP, EPROTONOSUPPORT, ZeroMQErrno.incompatibleProtocol: self = .notSupported
        case ENOMEM: self = .outOfMemory
        case EACCES, EPERM: self = .permissionDenied
        case EMFILE: self = .tooManySockets
        case ZeroMQErrno.wrongState: self = .wrongState
        default: self = .other(number)
        }
    }
}

/// libzmq's own numbers; their macros add to `ZMQ_HAUSNUMERO` and are not imported.
enum ZeroMQErrno {
    static let wrongState = ZMQ_HAUSNUMERO + 51
    static let incompatibleProtocol = ZMQ_HAUSNUMERO + 52
    static let contextTerminated = ZMQ_HAUSNUMERO + 53
}

private func text(of number: Int32) -> String {
    guard let text = unsafe zmq_strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
}
