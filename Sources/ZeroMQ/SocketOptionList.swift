import CZeroMQ

// Milliseconds and counts where the name says so; -1 is spelled as a case of its own where libzmq has one.

extension SocketOption {
    /// Messages per peer that may wait to be sent; 0 is no limit.
    public static func sendHighWaterMark(_ messages: Int) -> Self {
        .number(ZMQ_SNDHWM, "SNDHWM", messages)
    }

    /// Messages per peer that may wait to be read; 0 is no limit.
    public static func receiveHighWaterMark(_ messages: Int) -> Self {
        .number(ZMQ_RCVHWM, "RCVHWM", messages)
    }

    /// Cuts a peer that sends a larger frame. On the binding side only: a connecting socket never comes back.
    public static func maximumMessageSizeBytes(_ bytes: Int) -> Self {
        SocketOption(
            code: ZMQ_MAXMSGSIZE, name: "MAXMSGSIZE", value: bytes > 0 ? .int64(Int64(bytes)) : nil,
            objection: bytes > 0 ? nil : "\(bytes) is not above 0")
    }

    /// How long unsent messages outlive `close`.
    public static func lingerMilliseconds(_ milliseconds: Int) -> Self {
        .number(ZMQ_LINGER, "LINGER", milliseconds)
    }

    /// Connections the system accepts before libzmq does.
    public static func backlog(_ connections: Int) -> Self {
        .number(ZMQ_BACKLOG, "BACKLOG", connections, 1...Int(Int32.max))
    }

    /// Queues only for connections that are up.
    public static func immediate(_ isOn: Bool) -> Self { .flag(ZMQ_IMMEDIATE, "IMMEDIATE", isOn) }

    /// A ROUTER says that a peer is unknown or full, instead of dropping silently.
    public static func routerMandatory(_ isOn: Bool) -> Self {
        .flag(ZMQ_ROUTER_MANDATORY, "ROUTER_MANDATORY", isOn)
    }

    /// A ROUTER lets a newcomer take over a routing id.
    public static func routerHandover(_ isOn: Bool) -> Self {
        .flag(ZMQ_ROUTER_HANDOVER, "ROUTER_HANDOVER", isOn)
    }

    /// IPv6 addresses as well as IPv4.
    public static func ipv6(_ isOn: Bool) -> Self { .flag(ZMQ_IPV6, "IPV6", isOn) }

    /// A REQ puts an id before its empty frame.
    public static func requestCorrelate(_ isOn: Bool) -> Self {
        .flag(ZMQ_REQ_CORRELATE, "REQ_CORRELATE", isOn)
    }

    /// A REQ may send again without having had its reply.
    public static func requestRelaxed(_ isOn: Bool) -> Self {
        .flag(ZMQ_REQ_RELAXED, "REQ_RELAXED", isOn)
    }
}

extension SocketOption {
    /// Closes a peer that does not finish its greeting; 0 waits for ever.
    public static func handshakeIntervalMilliseconds(_ milliseconds: Int) -> Self {
        .number(ZMQ_HANDSHAKE_IVL, "HANDSHAKE_IVL", milliseconds)
    }

    /// A ZMTP ping this often; 0 is off.
    public static func heartbeatIntervalMilliseconds(_ milliseconds: Int) -> Self {
        .number(ZMQ_HEARTBEAT_IVL, "HEARTBEAT_IVL", milliseconds)
    }

    /// Cuts a peer that answers no ping for so long.
    public static func heartbeatTimeoutMilliseconds(_ milliseconds: Int) -> Self {
        .number(ZMQ_HEARTBEAT_TIMEOUT, "HEARTBEAT_TIMEOUT", milliseconds)
    }

    /// Tells the peer to cut us when it hears nothing for so long. Larger values overflow on the wire and
    /// disconnect at once.
    public static func heartbeatTimeToLiveMilliseconds(_ milliseconds: Int) -> Self {
        .number(ZMQ_HEARTBEAT_TTL, "HEARTBEAT_TTL", milliseconds, 0...65500)
    }

    /// The system asks a silent peer's host whether it is still there.
    public static func tcpKeepalive(_ isOn: Bool) -> Self { .flag(ZMQ_TCP_KEEPALIVE, "TCP_KEEPALIVE", isOn) }

    /// After so long a silence.
    public static func tcpKeepaliveIdleSeconds(_ seconds: Int) -> Self {
        .number(ZMQ_TCP_KEEPALIVE_IDLE, "TCP_KEEPALIVE_IDLE", seconds, 1...32767)
    }

    /// Again after so long.
    public static func tcpKeepaliveIntervalSeconds(_ seconds: Int) -> Self {
        .number(ZMQ_TCP_KEEPALIVE_INTVL, "TCP_KEEPALIVE_INTVL", seconds, 1...32767)
    }

    /// And cuts the connection when so many go unanswered.
    public static func tcpKeepaliveCount(_ count: Int) -> Self {
        .number(ZMQ_TCP_KEEPALIVE_CNT, "TCP_KEEPALIVE_CNT", count, 1...127)
    }

    /// The first pause before connecting again.
    public static func reconnectIntervalMilliseconds(_ milliseconds: Int) -> Self {
        .number(ZMQ_RECONNECT_IVL, "RECONNECT_IVL", milliseconds)
    }

    /// The pause doubles up to this.
    public static func reconnectIntervalMaximumMilliseconds(_ milliseconds: Int) -> Self {
        .number(ZMQ_RECONNECT_IVL_MAX, "RECONNECT_IVL_MAX", milliseconds)
    }

    /// Gives up one attempt to connect after so long.
    public static func connectTimeoutMilliseconds(_ milliseconds: Int) -> Self {
        .number(ZMQ_CONNECT_TIMEOUT, "CONNECT_TIMEOUT", milliseconds)
    }
}

extension SocketOption {
    /// Waits for room instead of dropping for slow subscribers.
    public static func publisherNoDrop(_ isOn: Bool) -> Self { .flag(ZMQ_XPUB_NODROP, "XPUB_NODROP", isOn) }

    /// Every subscription and unsubscription is passed up, not only the first and the last of a topic.
    public static func publisherVerbose(_ isOn: Bool) -> Self {
        .flag(ZMQ_XPUB_VERBOSER, "XPUB_VERBOSER", isOn)
    }
}
