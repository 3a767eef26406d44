import ZeroMQ

/// How a bound socket gets rid of peers whose host or network went without a word.
///
/// By the system's keepalive, not by ZMTP heartbeats: libzmq 4.3.4 ends the whole process ("Assertion failed:
/// !_io_error") when its heartbeat timer meets a connection that was lost while its incoming messages stood at the
/// high-water mark, which any peer can bring about by sending a lot and going. Peers that send heartbeats are cut by
/// the time to live that these carry.
///
/// The same assertion fails when a peer's own ping stands behind messages that wait at the high-water mark and its
/// connection breaks: 42 bytes were enough. So a bound socket has no high-water mark for what comes in (`RCVHWM` 0), and
/// what waits is bounded in bytes instead: see `PeerWatch`.
enum HalfOpenPeers {
    /// Notices a silent host within about 15 s.
    static let options: [SocketOption] = [
        .tcpKeepalive(true), .tcpKeepaliveIdleSeconds(5), .tcpKeepaliveIntervalSeconds(3),
        .tcpKeepaliveCount(3),
    ]
}
