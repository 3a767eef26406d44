import ZeroMQ

/// One SUB connected to one publisher, and the monitor that tells when the connection goes.
final class EventsConnection {
    enum Event {
        case connected
        case lost
    }

    private let loop: ReactorLoop
    private let socket: ZeroMQ.Subscriber
    private let monitor: Monitor
    private var sources: [ReactorLoop.SourceID] = []
    private let received = Multipart(maximumFrames: 3)
    let openedNanoseconds: UInt64

    /// How many messages are read before other sockets have their turn.
    private static let batch = 256

    /// Subscribes, then connects in the background.
    init(
        _ endpoint: Endpoint, topics: [[UInt8]], on loop: ReactorLoop,
        onReadable: @escaping () -> Void, onEvent: @escaping (Event) -> Void
    ) throws(ZeroMQError) {
        self.loop = loop
        openedNanoseconds = loop.nowNanoseconds
        socket = try ZeroMQ.Subscriber(loop.context)
        try socket.set(
            // Subscriptions are messages: at a limit only so many of them would arrive.
            .sendHighWaterMark(0), .receiveHighWaterMark(10_000),
            .lingerMilliseconds(0), .reconnectIntervalMilliseconds(100),
            .reconnectIntervalMaximumMilliseconds(1000),
            // No ZMTP heartbeats (see `HalfOpenPeers`): those of the streams themselves tell that nobody is there.
            .connectTimeoutMilliseconds(2000), .handshakeIntervalMilliseconds(3000))
        if endpoint.isIPv6 { try socket.set(.ipv6(true)) }
        monitor = try Monitor(socket)
        for topic in topics { try socket.subscribe(topic) }
        try socket.connect(endpoint.description)
        sources = [
            loop.add(socket) { _ in onReadable() },
            loop.add(monitor.socket) { [weak self] _ in self?.readMonitor(onEvent) },
        ]
    }

    /// The next batch of messages, as frames; nil for one that has not three.
    func read(_ take: ([[UInt8]]?) -> Void) {
        for _ in 0..<Self.batch {
            guard !socket.isClosed, (try? socket.receive(into: received)) == true else { return }
            take(received.excess == 0 && received.count == 3 ? received.arrays : nil)
        }
    }

    private func readMonitor(_ tell: (Event) -> Void) {
        while !monitor.socket.isClosed, let event = try? monitor.receive() {
            switch event.kind {
            case .handshakeSucceeded: tell(.connected)
            case .disconnected, .handshakeFailed, .handshakeFailedProtocol, .handshakeFailedAuthentication:
                tell(.lost)
            case .connected, .connectDelayed, .connectRetried, .listening, .bindFailed, .accepted,
                .acceptFailed, .closed, .closeFailed, .stopped, .unknown:
                break
            }
        }
    }

    func close() {
        for source in sources { loop.close(source) }
        sources = []
    }
}
