import ZeroMQ

/// Watches who is connected to a bound socket, and cuts those that would keep it from serving the others: see
/// `ConnectionTable` and `PeerWatch`. Lives on the reactor.
final class BoundPeers {
    private let loop: ReactorLoop
    private var monitor: Monitor?
    private let counters: Counters
    private let logger: Logger
    private let isPressed: (Int) -> Bool
    private let hasInput: () -> Bool
    private let load: ConnectionLoad
    private var table: ConnectionTable
    private var watch: PeerWatch
    private var source: ReactorLoop.SourceID?
    private var timer: ReactorLoop.TimerID?
    private var isDrained = false
    /// Since the last look, by what a peer is known by where messages are read and sent.
    private var traffic: [UInt64: (peer: PeerConnection, traffic: PeerTraffic)] = [:]
    /// Those of connections that have ended since all was read: what comes by one now may be of the earlier or of the next.
    private var ambiguousDescriptors: Set<Int32> = []
    private var door: Door?
    private var cut = CutPeers()
    /// Those that went before they were answered. How much they have left is only guessed.
    private var lost: Set<UInt64> = []
    private var trafficOfLeft = PeerTraffic()
    private var cutLine = RareLine()

    /// A peer can send tens of megabytes in so short a time, over the loopback.
    private static let lookMilliseconds = 50
    /// While there are few, and somebody sends.
    private static let closeLookMilliseconds = 5
    private static let few = 64
    /// Whatever is still to be read then: to be there for nobody would be worse.
    private static let longestShutNanoseconds: UInt64 = 2_000_000_000
    /// How many of a monitor's events are read before others have their turn.
    private static let batch = 1024

    /// - Parameters:
    ///   - share: the part of the descriptors that are left which the socket may use.
    ///   - load: is told how many are connected.
    ///   - hasInput: whether something has come whole and is not read yet.
    ///   - isPressed: whether so much is owed that those, of whom there are so many, that read nothing must go soon.
    init(
        on loop: ReactorLoop, limits: PeerLimits, share: Double, load: ConnectionLoad, counters: Counters,
        logger: Logger, hasInput: @escaping () -> Bool = { true }, isPressed: @escaping (Int) -> Bool
    ) {
        self.hasInput = hasInput
        self.loop = loop
        self.counters = counters
        self.logger = logger
        self.isPressed = isPressed
        self.load = load
        table = ConnectionTable(most: min(limits.mostConnections, Descriptors.connections(share: share)))
        watch = PeerWatch(limits)
    }

    /// Watches a socket, by a monitor of its `peers` that was made before it was bound. To be called once the socket itself is in the
    /// loop: a monitor is closed after what it watches.
    func follow(_ monitor: Monitor) {
        self.monitor = monitor
        source = loop.add(monitor.socket) { _ in self.readMonitor() }
        noteCount()
    }

    /// What a peer is known by, of its routing id.
    static func key(of routingID: RawSpan) -> UInt64 {
        // Its own choice is 1 to 255 bytes; what the ROUTER gives has five, and the first is 0.
        guard routingID.byteCount == 5, unsafe routingID.unsafeLoadUnaligned(as: UInt8.self) == 0 else {
            var hasher = Hasher()
            unsafe routingID.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
            return UInt64(bitPattern: Int64(hasher.finalize()))
        }
        return UInt64(unsafe routingID.unsafeLoadUnaligned(fromByteOffset: 1, as: UInt32.self))
    }

    static func key(of routingID: [UInt8]) -> UInt64 { key(of: routingID.span.bytes) }

    /// A message was read, with so many bytes on the wire.
    ///
    /// - Parameters:
    ///   - key: the same for all messages of a peer.
    ///   - message: by which its connection is found, when it is not known yet.
    /// - Returns: false when the peer was cut: the message is of no use to anybody.
    func took(_ bytes: Int, frames: Int, from key: UInt64, by message: Message) -> Bool {
        if traffic[key]?.traffic.add(takenBytes: bytes, frames: frames) != nil { return true }
        if lost.contains(key) { return false }
        if !cut.isEmpty, cut.sent(key: key, descriptor: message.descriptor) {
            trafficOfLeft.add(takenBytes: bytes, frames: frames)
            return false
        }
        guard let descriptor = message.descriptor, !ambiguousDescriptors.contains(descriptor),
            let peer = PeerConnection(descriptor: descriptor)
        else { return true }
        traffic[key] = (peer, PeerTraffic(takenBytes: bytes, messages: 1, frames: frames))
        return true
    }

    /// libzmq was given so many bytes to send to a peer.
    func gave(_ bytes: Int, to key: UInt64) { traffic[key]?.traffic.givenBytes += bytes }

    /// A peer has gone that was to be answered. What it had sent is of no use to anybody.
    ///
    /// - Returns: whether that is news.
    func lost(_ key: UInt64) -> Bool {
        traffic[key] = nil
        guard lost.insert(key).inserted else { return false }
        counters.add("peers_lost")
        scheduleLook()
        return true
    }

    /// Everything that has come whole has been read.
    func drained() { isDrained = true }

    func close() {
        guard source != nil else { return }
        if let timer { loop.cancel(timer) }
        timer = nil
        if let source { loop.close(source) }
        source = nil
        monitor = nil
        counters.add("connections", -load.count)
        forgetLost()
        load.set(count: 0, most: 0)
    }

    private func readMonitor() {
        for _ in 0..<Self.batch {
            guard let monitor, !monitor.socket.isClosed, let event = try? monitor.receive() else { break }
            switch event.kind {
            case .listening(let descriptor): door = Door(descriptor: descriptor)
            case .accepted(let descriptor):
                let peer = PeerConnection(descriptor: descriptor)
                if let peer, isRefused(peer) { continue }
                table.accepted(descriptor, peer)
                if let peer { watch.accepted(peer, nowNanoseconds: loop.nowNanoseconds) }
            case .disconnected(let descriptor):
                table.ended(descriptor)
                ambiguousDescriptors.insert(descriptor)
            default: break
            }
        }
        cutExcess()
        scheduleLook()
    }

    private func isRefused(_ peer: PeerConnection) -> Bool {
        noteOfLeft()
        guard watch.isOverrun else { return false }
        door?.shut(nowNanoseconds: loop.nowNanoseconds)
        watch.cutUnwatched(ConnectionSample(of: peer))
        peer.cut()
        forget(peer)
        load.noteCut(nowNanoseconds: loop.nowNanoseconds)
        counters.add(PeerWatch.Reason.overrun.rawValue)
        tell(.overrun)
        return true
    }

    private func noteOfLeft() {
        watch.noteOfLeft(trafficOfLeft)
        trafficOfLeft = PeerTraffic()
        if let door, door.isShut, loop.nowNanoseconds >= door.shutNanoseconds + Self.longestShutNanoseconds {
            watch.forgetLeft()
        }
        if !watch.isOverrun { door?.open() }
    }

    private func cutExcess(isOutOfDescriptors: Bool = false) {
        let excess = table.takeExcess(isOutOfDescriptors: isOutOfDescriptors) { PeerActivity(of: $0) }
        for peer in excess {
            peer.cut()
            forget(peer)
        }
        noteCount()
        guard !excess.isEmpty else { return }
        load.noteCut(nowNanoseconds: loop.nowNanoseconds)
        counters.add(PeerWatch.Reason.crowded.rawValue, excess.count)
        tell(.crowded)
    }

    private func noteCount() {
        counters.add("connections", table.count - load.count)
        load.set(count: table.count, most: table.most)
    }

    private func scheduleLook() {
        let isShut = door?.isShut ?? false
        let isCalm = table.count == 0 && !isShut && !watch.isSomethingLeft && lost.isEmpty
        guard timer == nil, source != nil, !isCalm else { return }
        let pause =
            isShut || watch.isSomebodySending && table.count <= Self.few
            ? Self.closeLookMilliseconds : Self.lookMilliseconds
        timer = loop.schedule(afterMilliseconds: pause) {
            self.timer = nil
            self.look()
        }
    }

    private func look() {
        for (key, known) in traffic {
            watch.note(known.traffic, of: known.peer)
            traffic[key] = known.peer.isThere ? (known.peer, PeerTraffic()) : nil
        }
        noteOfLeft()
        // Where nothing comes nobody reads, and tells of it.
        if watch.isSomethingLeft || !lost.isEmpty, cut.haveEnded, !hasInput() { isDrained = true }
        if isDrained {
            cut.drained()
            forgetLost()
            ambiguousDescriptors.removeAll()
        }
        let verdicts = watch.review(
            nowNanoseconds: loop.nowNanoseconds, isPressed: isPressed, isDrained: isDrained,
            sample: { ConnectionSample(of: $0) })
        isDrained = false
        // Before those who are cut know of it, and come again at once.
        if watch.isOverrun { door?.shut(nowNanoseconds: loop.nowNanoseconds) }
        for verdict in verdicts where verdict.peer.cut() {
            counters.add(verdict.reason.rawValue)
            forget(verdict.peer)
        }
        if let first = verdicts.first { tell(first.reason) }
        // Descriptors may also go elsewhere; then some connections must go though they are not too many.
        if Descriptors.areExhausted { cutExcess(isOutOfDescriptors: true) }
        scheduleLook()
    }

    /// What it sent before is not worked at.
    private func forget(_ peer: PeerConnection) {
        let keys = traffic.filter { $0.value.peer == peer }.keys
        cut.add(peer, knownBy: keys)
        for key in keys { traffic[key] = nil }
    }

    /// A peer that chooses its routing id may come again with the same.
    private func forgetLost() {
        counters.add("peers_lost", -lost.count)
        lost.removeAll()
    }

    private func tell(_ reason: PeerWatch.Reason) {
        guard cutLine.isDue(nowNanoseconds: loop.nowNanoseconds) else { return }
        logger.warning("a peer was cut", ["why": reason.words, "count": String(counters[reason.rawValue])])
    }
}

extension PeerTraffic {
    fileprivate mutating func add(takenBytes bytes: Int, frames: Int) {
        takenBytes += bytes
        self.frames += frames
        messages += 1
    }
}

extension PeerWatch.Reason {
    fileprivate var words: String {
        switch self {
        case .crowded: "there are too many"
        case .unread: "it reads nothing of what it is owed"
        case .unending: "it sends more than can be read"
        case .overrun: "what others left is still being read"
        }
    }
}
