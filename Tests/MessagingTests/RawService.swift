import ShopTesting
import Threading
import WireProtocol
import ZeroMQ

@testable import Messaging

/// A service that answers pings and otherwise only what a test tells it to.
actor RawService {
    struct Received: Sendable {
        let envelope: Envelope
        let header: Header
    }

    private let thread = ThreadExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
    nonisolated let endpoint: Endpoint
    private let router: Router
    private var answersPings = true

    init(at endpoint: Endpoint = Endpoint(.tcp(host: "127.0.0.1", port: 0))) async throws {
        router = try Router(Context())
        try router.set(.lingerMilliseconds(1000))
        try router.bind(endpoint.onFreePort().description)
        self.endpoint = Endpoint(bound: try router.lastEndpoint)
    }

    /// The next message that is no ping.
    func next(withinMilliseconds milliseconds: Int = 5000) throws -> Received {
        let deadline = ContinuousClock.now + .milliseconds(milliseconds)
        let poll = PollSet()
        try poll.append(router, .readable)
        while ContinuousClock.now < deadline {
            if let received = try take() { return received }
            _ = try poll.wait(timeoutMilliseconds: 5)
        }
        throw TimedOut()
    }

    func answer(_ received: Received, body: String = "{}", status: Status? = nil, id: String? = nil) throws {
        var header = Header(status.map { .fault($0) } ?? .reply)
        header.id = id ?? received.header.id
        let frames = received.envelope.answer(header: try header.encoded(), body: [UInt8](body.utf8))
        guard try router.send(frames) == .sent else { throw TimedOut() }
    }

    func stopAnsweringPings() { answersPings = false }

    /// Ends as a process that flushes what it said.
    func close() { router.close() }

    /// Goes at once, as a killed process would.
    func kill() {
        try? router.set(.lingerMilliseconds(0))
        router.close()
    }

    private func take() throws -> Received? {
        while let frames = try router.receive() {
            let envelope = try Envelope(frames)
            let received = Received(envelope: envelope, header: try Header(parsing: envelope.header))
            guard case .request(SystemPing.method) = received.header.kind else { return received }
            if answersPings { try answer(received) }
        }
        return nil
    }
}
