import WireProtocol
import ZeroMQ

/// The part of a publisher that lives on the reactor: its XPUB, what waits to be sent, the heartbeats.
final class Publishing {
    private let loop: ReactorLoop
    private let settings: PublisherSettings
    private let board: StreamBoard
    private let source: String
    private let counters: Counters
    private let time: any TimeSource
    private let logger: Logger
    private let load: ConnectionLoad
    /// Called with each heartbeat: logs are asked how far they have come.
    private let onBeat: () -> Void

    private let socket: ZeroMQ.Publisher
    /// Where it is bound over TCP.
    private var port: Int?
    private var id: ReactorLoop.SourceID?
    private let received = Multipart(maximumFrames: 2)
    /// A thread that looks at the connections: libzmq takes over a flood of subscriptions in one go, which keeps this one
    /// busy.
    private let watching: Reactor
    private var unsent: ArraySlice<StreamBoard.Waiting> = []
    private var subscriptions: Subscriptions
    /// Whether libzmq may serve subscriptions that are not read yet: behind a flood of others they wait for long.
    private var isBehind = false
    private let question = ReadQuestion()
    private var cutLine = RareLine()
    private var isSendingLater = false
    private var beatTimer: ReactorLoop.TimerID?
    private var lastBeatNanoseconds: UInt64 = 0
    /// Logs' own numbers, as of the last heartbeat: see `heartbeat(_:)`.
    private var logged: [String: StreamPosition] = [:]

    /// How many messages are sent or read before other sockets have their turn.
    private static let batch = 512
    /// Newcomers are greeted by a heartbeat, many at once by one.
    private static let shortestBeatMilliseconds = 20

    init(
        _ loop: ReactorLoop, settings: PublisherSettings, board: StreamBoard, source: String,
        load: ConnectionLoad, counters: Counters, time: any TimeSource, logger: Logger,
        onBeat: @escaping () -> Void
    ) throws(ZeroMQError) {
        self.loop = loop
        self.settings = settings
        self.load = load
        self.board = board
        self.source = source
        self.counters = counters
        self.time = time
        self.logger = logger
        self.onBeat = onBeat
        subscriptions = Subscriptions(settings.subscriptions)
        watching = try Reactor(context: loop.context)
        socket = try ZeroMQ.Publisher(loop.context)
        try socket.set(
            // A slow subscriber stops nobody: what finds its queue full is lost to it alone.
            .publisherNoDrop(false), .sendHighWaterMark(settings.highWaterMark),
            // Only subscriptions come in; the handshake of CURVE needs 300 bytes.
            .maximumMessageSizeBytes(512),
            // None: see `HalfOpenPeers`.
            .receiveHighWaterMark(0),
            // Each with its connection, not only the first of a topic. In manual mode, where a publisher accepts or
            // refuses, libzmq 4.3.4 goes on using connections that have ended.
            .publisherVerbose(true),
            .handshakeIntervalMilliseconds(3000),
            .lingerMilliseconds(0), .backlog(1024))
        for option in HalfOpenPeers.options { try socket.set(option) }
    }

    func bind(_ endpoint: Endpoint) throws(ZeroMQError) -> String {
        let monitor = Confined(try Monitor(socket, .peers))
        do throws(ZeroMQError) { try socket.bind(endpoint.description) } catch {
            // An open socket keeps the reactor from ending.
            socket.close()
            watching.stop()
            throw error
        }
        let id = loop.add(socket) { _ in self.readSubscriptions() }
        self.id = id
        let (inbox, this) = (loop.inbox, Confined(self))
        watching.perform { [settings, load, counters, logger, question] loop in
            let peers = BoundPeers(
                on: loop, limits: settings.peerLimits, share: 1.0 / 3, load: load, counters: counters,
                logger: logger,
                hasInput: {
                    !question.isAnswered { _ = inbox.append { _ in this.value.readSubscriptions() } }
                }
            ) { idle in idle * settings.queueBytes > settings.memory.owedBytes }
            peers.follow(monitor.value)
            loop.onStop { peers.close() }
        }
        // The monitor after what it watches (libzmq waits for ever to tell one that is gone), and before the context ends.
        loop.onStop { [unowned loop, watching] in
            loop.close(id)
            watching.stop()
        }
        beat()
        let bound = try socket.lastEndpoint
        port = Endpoint.port(ofBound: bound)
        return bound
    }

    // MARK: Events

    /// Sends what waits, in batches.
    func send() {
        unsent += board.takeWaiting()
        sendUnsent(atMost: Self.batch)
    }

    private func sendUnsent(atMost limit: Int) {
        guard id != nil else { return }
        let batch = unsent.prefix(limit)
        unsent = unsent.dropFirst(limit)
        for event in batch { send(event) }
        guard !unsent.isEmpty, !isSendingLater else { return }
        isSendingLater = true
        _ = loop.schedule(afterMilliseconds: 0) {
            self.isSendingLater = false
            self.sendUnsent(atMost: Self.batch)
        }
    }

    /// An event that cannot be made or travel keeps its number: subscribers see the gap and read it by catching up.
    private func send(_ waiting: StreamBoard.Waiting) {
        do {
            send(.event(try waiting()))
        } catch {
            counters.add("events_unsendable")
            logger.warning("an event cannot be written", ["error": "\(error)"])
        }
    }

    private func send(_ frame: EventFrame) {
        do {
            _ = try socket.send(try frame.frames)
        } catch {
            counters.add("events_unsendable")
            logger.warning("an event cannot be sent", ["stream": frame.stream, "error": "\(error)"])
        }
    }

    // MARK: Heartbeats

    private func beat() {
        if let beatTimer { loop.cancel(beatTimer) }
        guard id != nil else { return }
        lastBeatNanoseconds = loop.nowNanoseconds
        let (events, positions) = board.takeAll()
        unsent += events
        sendUnsent(atMost: .max)
        // Whom a heartbeat reaches counts on the events that follow, also if its subscription is not read yet.
        setBehind(true)
        for (stream, position) in positions { send(heartbeat(stream, position)) }
        note { subscriptions in subscriptions.forget { !$0.isThere } }
        beatTimer = loop.schedule(afterMilliseconds: Heartbeat.intervalMilliseconds) { self.beat() }
        readSubscriptions()
        onBeat()
    }

    /// A log may be ahead of what was published: a moment between commit and publishing, or a publishing that
    /// never came. What it said a beat ago tells the two apart.
    private func heartbeat(_ stream: String, _ published: StreamPosition) -> EventFrame {
        var position = published
        if let log = logged[stream], log.epoch == published.epoch {
            position.sequence = max(position.sequence, log.sequence)
        }
        return .heartbeat(Heartbeat(stream: stream, position: position, time: time.now(), source: source))
    }

    func note(_ position: StreamPosition, of stream: String) { logged[stream] = position }

    // MARK: Subscriptions

    private func readSubscriptions() {
        guard id != nil else { return }
        setBehind(true)
        for _ in 0..<Self.batch {
            guard (try? socket.receive(into: received)) == true else { return setBehind(false) }
            take()
        }
    }

    private func setBehind(_ isBehind: Bool) {
        self.isBehind = isBehind
        if !isBehind { question.answer() }
        tellWhetherHeard()
    }

    private func tellWhetherHeard() { board.setHeard(isBehind || subscriptions.topicCount > 0) }

    private func take() {
        guard received.count > 0 else { return }
        let message = received[0].bytes
        var subscriber: SubscribedPeer?
        if let descriptor = received[0].descriptor {
            // Of a connection that has ended nothing needs to be noted.
            subscriber = SubscribedPeer(received[0], descriptor: descriptor, port: port)
            if subscriber == nil { return }
        }
        note { subscriptions in
            guard
                let excessive = subscriptions.take(
                    message, from: subscriber, nowNanoseconds: loop.nowNanoseconds)
            else { return }
            excessive.cut()
            counters.add("subscribers_cut")
            guard cutLine.isDue(nowNanoseconds: loop.nowNanoseconds) else { return }
            logger.warning(
                "a subscriber asked for too much, and was cut", ["count": "\(counters["subscribers_cut"])"])
        }
        switch message.first {
        case 1: greet()
        case 0: break
        default: counters.add("dropped")
        }
    }

    private func note(_ change: (inout Subscriptions) -> Void) {
        let before = subscriptions.topicCount
        change(&subscriptions)
        counters.add("subscriptions", subscriptions.topicCount - before)
        tellWhetherHeard()
    }

    /// A newcomer learns at once where the streams are.
    private func greet() {
        let due = lastBeatNanoseconds + UInt64(Self.shortestBeatMilliseconds) * 1_000_000
        if due <= loop.nowNanoseconds { return beat() }
        if let beatTimer { loop.cancel(beatTimer) }
        beatTimer = loop.schedule(atNanoseconds: due) { self.beat() }
    }

    // MARK: The end

    /// Sends what waits and closes.
    func close() {
        guard let id else { return }
        beat()
        board.close()
        if let beatTimer { loop.cancel(beatTimer) }
        self.id = nil
        // What was sent is flushed by libzmq after the close, for this long at most.
        try? socket.set(.lingerMilliseconds(500))
        loop.close(id)
        watching.stop()
    }
}
