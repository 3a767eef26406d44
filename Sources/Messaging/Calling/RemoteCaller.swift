import WireProtocol
import ZeroMQ

/// One replica as its caller sees it: a DEALER, a monitor, and pings that tell whether anybody answers.
///
/// One socket per replica: a DEALER connected to several would go on giving a dead one its share.
final class RemoteCaller {
    enum Event {
        case answer(Header, [UInt8])
        case ready
        /// Passed over from now on: it does not answer pings.
        case suspect
        /// The connection went, and with it whatever was under way.
        case lost
        /// Something came that is no message of ours.
        case unreadable
        /// It is known why there is no connection.
        case notConnected
        /// libzmq had given the socket up; there is a new one.
        case replaced
    }

    let endpoint: Endpoint
    var health: ReplicaHealth
    var inFlight = 0
    private(set) var latency = SmoothedLatency()

    private(set) var attempts = ConnectionAttempts()
    /// Which data it answers from, as it said with its last answer to a ping.
    private(set) var store: String?

    private let settings: CallerSettings
    private let loop: ReactorLoop
    private let report: (Event, RemoteCaller) -> Void
    private var socket: Connection?
    private var watchdog = SocketWatchdog()
    private var random = SystemRandomNumberGenerator()
    private let received = Multipart()
    private var ping: Ping?
    private var nextPing = 0
    private var isClosed = false

    private struct Connection {
        let dealer: Dealer
        let monitor: Monitor
        let sources: [ReactorLoop.SourceID]
    }

    private struct Ping {
        let id: String
        let timer: ReactorLoop.TimerID
        var sentNanoseconds: UInt64 = 0
    }

    private static let batch = 256
    /// The empty frame that ends the route: a DEALER's answers need none beside it.
    private static let route: [[UInt8]] = [[]]
    private static let pingAgainMilliseconds = 5

    private var isInProcess: Bool {
        if case .inproc = endpoint.transport { true } else { false }
    }

    init(
        _ endpoint: Endpoint, _ settings: CallerSettings, on loop: ReactorLoop,
        tell report: @escaping (Event, RemoteCaller) -> Void
    ) {
        self.endpoint = endpoint
        self.settings = settings
        self.loop = loop
        self.report = report
        health = ReplicaHealth(missedPings: settings.missedPings, missedCalls: settings.missedCalls)
    }

    private func tell(_ event: Event) { report(event, self) }

    // MARK: The socket

    func open() {
        guard !isClosed else { return }
        do throws(ZeroMQError) {
            socket = try connect()
            // No monitor speaks over inproc: pings alone tell.
            if isInProcess { connected() }
        } catch {
            reopen()
        }
    }

    private func connect() throws(ZeroMQError) -> Connection {
        let dealer = try Dealer(loop.context)
        try dealer.set(
            // Without it a message waits in the pipe of a replica that is not there.
            .immediate(true), .sendHighWaterMark(settings.inFlightCap),
            // What comes was asked for, so it is bounded. At a limit, heartbeats could end the process: see
            // `HalfOpenPeers`.
            .receiveHighWaterMark(0),
            .lingerMilliseconds(0), .reconnectIntervalMilliseconds(100),
            .reconnectIntervalMaximumMilliseconds(1000),
            .connectTimeoutMilliseconds(2000), .handshakeIntervalMilliseconds(3000),
            .heartbeatIntervalMilliseconds(1000), .heartbeatTimeoutMilliseconds(3000),
            .heartbeatTimeToLiveMilliseconds(3000))
        if endpoint.isIPv6 { try dealer.set(.ipv6(true)) }
        let monitor = try Monitor(dealer)
        attempts.began(atNanoseconds: loop.nowNanoseconds)
        try dealer.connect(endpoint.description)
        let sources = [
            loop.add(dealer) { _ in self.readAnswers() },
            loop.add(monitor.socket) { _ in self.readMonitor() },
        ]
        return Connection(dealer: dealer, monitor: monitor, sources: sources)
    }

    private func replace() {
        closeSocket()
        tell(.replaced)
        reopen()
    }

    private func reopen() {
        let pause = watchdog.pauseMilliseconds(using: &random)
        _ = loop.schedule(afterMilliseconds: pause) { [weak self] in self?.open() }
    }

    private func closeSocket() {
        for source in socket?.sources ?? [] { loop.close(source) }
        socket = nil
        disconnected()
    }

    func close() {
        isClosed = true
        closeSocket()
    }

    // MARK: The connection

    private func readMonitor() {
        while let event = try? socket?.monitor.receive() { heed(event.kind) }
    }

    private func heed(_ event: MonitorEvent.Kind) {
        switch event {
        case .handshakeSucceeded:
            watchdog.isTrying()
            attempts.handshakeSucceeded()
            connected()
        case .disconnected:
            // What can still be read is an answer all the same.
            readAllAnswers()
            attempts.disconnected()
            disconnected()
            act(on: watchdog.disconnected())
        case .handshakeFailed, .handshakeFailedProtocol, .handshakeFailedAuthentication:
            attempts.handshakeFailed()
            disconnected()
            act(on: watchdog.handshakeFailed())
        case .connectRetried: watchdog.isTrying()
        case .connectDelayed:
            attempts.began(atNanoseconds: MonotonicTime.nowNanoseconds)
            watchdog.isTrying()
        case .connected:
            attempts.connected()
            watchdog.isTrying()
        case .closed: attempts.closed(atNanoseconds: MonotonicTime.nowNanoseconds)
        case .listening, .bindFailed, .accepted, .acceptFailed, .closeFailed, .stopped, .unknown: break
        }
        if attempts.problem?.isCertain == true { tell(.notConnected) }
    }

    private func act(on verdict: SocketWatchdog.Verdict) {
        switch verdict {
        case .keep: break
        case .replace: replace()
        case .wait(let round):
            _ = loop.schedule(afterMilliseconds: SocketWatchdog.graceMilliseconds) { [weak self] in
                guard let self, socket != nil else { return }
                act(on: watchdog.verdict(afterGrace: round))
            }
        }
    }

    private func connected() {
        health.connected()
        sendPing()
    }

    private func disconnected() {
        // The next connection is asked at once, not when this one's ping would have been due.
        if let ping { loop.cancel(ping.timer) }
        ping = nil
        store = nil
        guard health.state != .connecting else { return }
        health.disconnected()
        tell(.lost)
    }

    // MARK: Pings

    private func sendPing() {
        guard health.isWorthAPing, ping == nil, socket != nil else { return }
        let id = "ping-\(nextPing)"
        nextPing += 1
        var header = Header(.request(method: SystemPing.method))
        header.id = id
        header.ttlMilliseconds = settings.pingMilliseconds
        guard send(header, []) else { return pingLater() }
        let timer = loop.schedule(afterMilliseconds: settings.pingMilliseconds) { [weak self] in
            self?.endPing()
        }
        ping = Ping(id: id, timer: timer, sentNanoseconds: MonotonicTime.nowNanoseconds)
    }

    /// The monitor may tell of a connection a moment before the socket has it.
    private func pingLater() {
        let timer = loop.schedule(afterMilliseconds: Self.pingAgainMilliseconds) { [weak self] in
            guard let self else { return }
            ping = nil
            if isInProcess { replace() } else { sendPing() }
        }
        ping = Ping(id: "later", timer: timer)
    }

    /// Asks now, not when the next ping is due.
    func check() {
        guard let pending = ping, pending.id.isEmpty else { return }
        loop.cancel(pending.timer)
        ping = nil
        sendPing()
    }

    private func pong(_ header: Header, _ body: [UInt8]) {
        guard let answered = ping else { return }
        if header.kind == .reply {
            store = (try? WireCoding(header.contentType).decode(SystemPing.Reply.self, from: body))?.store
        }
        loop.cancel(answered.timer)
        let wasReady = health.isReady
        health.answered()
        attempts.answered()
        let taken = MonotonicTime.nowNanoseconds - answered.sentNanoseconds
        latency.pinged(afterMicroseconds: Double(taken) / 1000)
        watchdog.ready()
        // The timer of this ping's own time makes the next one.
        let timer = loop.schedule(afterMilliseconds: settings.pingMilliseconds) { [weak self] in
            self?.ping = nil
            self?.sendPing()
        }
        ping = Ping(id: "", timer: timer)
        if !wasReady, health.isReady { tell(.ready) }
    }

    private func endPing() {
        ping = nil
        let isSuspect = health.missedPing()
        if isSuspect { tell(.suspect) }
        // After its bound peer closed, an inproc DEALER never attaches again.
        if isInProcess, !health.isReady { replace() } else { sendPing() }
    }

    // MARK: Messages

    /// Whether the call is on its way; else the pipe is full or gone.
    func send(_ call: OutgoingCall, nowNanoseconds now: UInt64) -> Bool {
        if send(call.headerFrame(nowNanoseconds: now), call.body) { return true }
        // Over inproc that is how a closed peer shows; the ping finds out.
        if isInProcess { check() }
        return false
    }

    func sendCancel(_ id: UInt64) {
        var header = Header(.cancel)
        header.id = String(id)
        _ = send(header, [])
    }

    private func send(_ header: Header, _ body: [UInt8]) -> Bool {
        guard let encoded = try? header.encoded() else { return false }
        return send(encoded, body)
    }

    private func send(_ header: [UInt8], _ body: [UInt8]) -> Bool {
        (try? socket?.dealer.send(Self.route, header, body)) == .sent
    }

    /// - Parameter microseconds: nil for an answer that took no work, a refusal.
    func answered(afterMicroseconds microseconds: Double?) {
        if let microseconds { latency.answered(afterMicroseconds: microseconds) }
        health.answeredCall()
    }

    private func readAnswers() {
        for _ in 0..<Self.batch {
            if !readAnswer() { return }
        }
    }

    private func readAllAnswers() {
        while readAnswer() {}
    }

    private func readAnswer() -> Bool {
        // An event may have closed the socket in the middle of a batch.
        guard let dealer = socket?.dealer, (try? dealer.receive(into: received)) == true else { return false }
        take()
        return true
    }

    private func take() {
        guard let delimiter = received.delimiter, let header = try? received.header(after: delimiter) else {
            return tell(.unreadable)
        }
        if let id = header.id, id == ping?.id {
            pong(header, received[delimiter + 2].bytes)
        } else {
            tell(.answer(header, received[delimiter + 2].bytes))
        }
    }
}
