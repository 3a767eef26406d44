import CZeroMQ

/// Something that happened to a connection of a watched socket.
public struct MonitorEvent: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case connected
        case connectDelayed
        /// libzmq will try again after so many milliseconds.
        case connectRetried(afterMilliseconds: Int)
        case listening(descriptor: Int32)
        case bindFailed(errno: Int32)
        /// The descriptor is libzmq's own, which may have closed it by now.
        case accepted(descriptor: Int32)
        case acceptFailed(errno: Int32)
        case closed
        case closeFailed(errno: Int32)
        case disconnected(descriptor: Int32)
        case stopped
        case handshakeSucceeded
        case handshakeFailed(errno: Int32)
        /// A ZMTP or ZAP protocol error, `ZMQ_PROTOCOL_ERROR_…`.
        case handshakeFailedProtocol(code: Int32)
        /// A ZAP status, 300, 400 or 500.
        case handshakeFailedAuthentication(status: Int)
        case unknown(UInt16)
    }

    public let kind: Kind
    /// The address of the connection or listener.
    public let endpoint: String

    /// From the two frames of a monitor: event and value in the machine's byte order, then the address.
    init?(event: Message, endpoint: Message) {
        let parts: (UInt16, UInt32)? = event.withBytes { bytes in
            guard bytes.byteCount == 6 else { return nil }
            return unsafe (
                bytes.unsafeLoadUnaligned(as: UInt16.self),
                bytes.unsafeLoadUnaligned(fromByteOffset: 2, as: UInt32.self)
            )
        }
        guard let (number, value) = parts else { return nil }
        kind = Kind(number, value)
        self.endpoint = String(decoding: endpoint.bytes, as: UTF8.self)
    }
}

extension MonitorEvent.Kind {
    init(_ number: UInt16, _ value: UInt32) {
        let signed = Int32(bitPattern: value)
        switch Int32(number) {
        case ZMQ_EVENT_CONNECTED: self = .connected
        case ZMQ_EVENT_CONNECT_DELAYED: self = .connectDelayed
        case ZMQ_EVENT_CONNECT_RETRIED: self = .connectRetried(afterMilliseconds: Int(signed))
        case ZMQ_EVENT_LISTENING: self = .listening(descriptor: signed)
        case ZMQ_EVENT_BIND_FAILED: self = .bindFailed(errno: signed)
        case ZMQ_EVENT_ACCEPTED: self = .accepted(descriptor: signed)
        case ZMQ_EVENT_ACCEPT_FAILED: self = .acceptFailed(errno: signed)
        case ZMQ_EVENT_CLOSED: self = .closed
        case ZMQ_EVENT_CLOSE_FAILED: self = .closeFailed(errno: signed)
        case ZMQ_EVENT_DISCONNECTED: self = .disconnected(descriptor: signed)
        case ZMQ_EVENT_MONITOR_STOPPED: self = .stopped
        case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: self = .handshakeSucceeded
        case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL: self = .handshakeFailed(errno: signed)
        case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL: self = .handshakeFailedProtocol(code: signed)
        case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH: self = .handshakeFailedAuthentication(status: Int(signed))
        default: self = .unknown(number)
        }
    }
}
