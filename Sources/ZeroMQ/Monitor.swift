import CZeroMQ

/// Tells what happens to the connections of one socket. Silent over `inproc`, which has no connections.
public final class Monitor {
    /// The end that a poll waits on.
    public let socket: Pair
    private let watched: Socket
    private let frames = Multipart(maximumFrames: 2)

    /// What is told of.
    public enum Scope: Sendable {
        case everything
        /// `listening`, `accepted` and `disconnected` alone. Without descriptors libzmq tries to accept without end, and would tell
        /// of each failure faster than anybody reads.
        case peers

        var events: Int32 {
            switch self {
            case .everything: ZMQ_EVENT_ALL
            case .peers: ZMQ_EVENT_LISTENING | ZMQ_EVENT_ACCEPTED | ZMQ_EVENT_DISCONNECTED
            }
        }
    }

    /// Watches `watched` from now on, until either of the two is closed.
    public init(_ watched: Socket, _ scope: Scope = .everything) throws(ZeroMQError) {
        let endpoint = "inproc://monitor-\(MonitorNames.next())"
        self.watched = watched
        socket = try Pair(watched.context)
        // No limit: at a limit libzmq's I/O thread would wait for the reader.
        try socket.set(.receiveHighWaterMark(0), .lingerMilliseconds(0))
        try watched.startMonitoring(at: endpoint, scope.events)
        try socket.connect(endpoint)
    }

    deinit { close() }

    /// The next event; nil when there is none now. Never waits.
    public func receive() throws(ZeroMQError) -> MonitorEvent? {
        while try socket.receive(into: frames) {
            guard frames.count == 2 else { continue }
            if let event = MonitorEvent(event: frames[0], endpoint: frames[1]) { return event }
        }
        return nil
    }

    /// Stops watching. The watched socket is closed by its owner, before or after.
    public func close() {
        guard !socket.isClosed else { return }
        watched.stopMonitoring()
        socket.close()
    }
}
