import ZeroMQ

/// Watches who is connected to a bound socket, and cuts those that would keep it from serving the others: see
/// `PeerWatch`. Lives on the reactor.
final class BoundPeers {
    private let loop: ReactorLoop
    private var monitor: Monitor?
    private let counters: Counters
    private let logger: Logger
    private let isPressed: (Int) -> Bool
    private var watch: PeerWatch
    private var source: ReactorLoop.SourceID?
    private var timer: ReactorLoop.TimerID?
    private var isDrained = false
    /// Since the last look, by what a peer is known by where messages are read and sent.
    private var traffic: [UInt64: (peer: PeerConnection, traffic: PeerTraffic)] = [:]
    private var cutLine = RareLine()

    /// A peer can send a hundred megabytes in so short a time, over the loopback.
    private static let lookMilliseconds = 50

    /// - Parameter isPressed: whether so much is owed that those, of whom there are so many, that read nothing must go
    ///   soon.
    init(
        on loop: ReactorLoop, limits: PeerLimits, counters: Counters, logger: Logger,
        isPressed: @escaping (Int) -> Bool
    ) {
        self.loop = loop
        self.counters = counters
        self.logger = logger
        self.isPressed = isPressed
        watch = PeerWatch(limits)
    }

    /// Watches a socket, by a monitor that was made before it was bound. To be called once the socket itself is in the
    /// loop: a monitor is closed after what it watches.
    func follow(_ monitor: Monitor) {
        self.monitor = monitor
        source = loop.add(monitor.socket) { _ in self.readMonitor() }
    }

    /// What a peer is known by, of its routing id.
    static func key(of routingID: RawSpan) -> UInt64 {
        // Its own choice is 1 to 255 bytes; what the ROUTER gives has five.
        guard routingID.byteCount == 5 else {
            var hasher = Hasher()
            unsafe routingID.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
            return UInt64(bitPattern: Int64(hasher.finalize()))
        }
        return UInt64(unsafe routingID.unsafeLoadUnaligned(fromByteOffset: 1, as: UInt32.self))
    }

    static func key(of routingID: [UInt8]) -> UInt64 { key(of: routingID.span.bytes) }

    var count: Int { watch.count }
    /// The most connections that are kept.
    var most: Int { watch.limits.mostConnections }

    /// A message was read, with so many bytes on the wire.
    ///
    /// - Parameters:
    ///   - key: the same for all messages of a peer.
    ///   - message: by which its connection is found, when it is not known yet.
    func took(_ bytes: Int, from key: UInt64, by message: Message) {
        if traffic[key]?.traffic.add(takenBytes: bytes) != nil { return }
        guard let peer = message.descriptor.flatMap({ PeerConnection(descriptor: $0) }) else { return }
        traffic[key] = (peer, PeerTraffic(takenBytes: bytes, messages: 1))
    }

    /// libzmq was given so many bytes to send to a peer.
    func gave(_ bytes: Int, to key: UInt64) { traffic[key]?.traffic.givenBytes += bytes }

    /// Everything that has come whole has been read.
    func drained() { isDrained = true }

    func close() {
        if let timer { loop.cancel(timer) }
        timer = nil
        if let source { loop.close(source) }
        source = nil
        monitor = nil
    }

    private func readMonitor() {
        while let monitor, !monitor.socket.isClosed, let event = try? monitor.receive() {
            switch event.kind {
            case .accepted(let descriptor):
                guard let peer = PeerConnection(descriptor: descriptor) else { break }
                watch.ended(descriptor: descriptor)
                watch.accepted(peer, nowNanoseconds: loop.nowNanoseconds)
            case .disconnected(let descriptor): watch.ended(descriptor: descriptor)
            default: break
            }
        }
        if watch.isCrowded { look() } else { scheduleLook() }
    }

    private func scheduleLook() {
        guard timer == nil, source != nil, watch.count > 0 else { return }
        timer = loop.schedule(afterMilliseconds: Self.lookMilliseconds) {
            self.timer = nil
            self.look()
        }
    }

    private func look() {
        for (key, known) in traffic {
            watch.note(known.traffic, of: known.peer)
            traffic[key] = known.peer.isThere ? (known.peer, PeerTraffic()) : nil
        }
        let verdicts = watch.review(
            nowNanoseconds: loop.nowNanoseconds, isPressed: isPressed, isDrained: isDrained,
            sample: { ConnectionSample(of: $0) })
        isDrained = false
        for verdict in verdicts where verdict.peer.cut() { counters.add(verdict.reason.rawValue) }
        if let first = verdicts.first, cutLine.isDue(nowNanoseconds: loop.nowNanoseconds) {
            logger.warning(
                "a peer was cut",
                ["why": first.reason.words, "count": String(counters[first.reason.rawValue])])
        }
        scheduleLook()
    }
}

extension PeerTraffic {
    fileprivate mutating func add(takenBytes bytes: Int) {
        takenBytes += bytes
        messages += 1
    }
}

extension PeerWatch.Reason {
    fileprivate var words: String {
        switch self {
        case .crowded: "there are too many"
        case .unread: "it reads nothing of what it is owed"
        case .unending: "it sends more than can be read"
        }
    }
}
