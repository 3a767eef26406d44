import Threading
import WireProtocol
import ZeroMQ

@testable import Messaging

/// A client that calls at its own rate whether it is answered or not, on a thread of its own.
actor OpenLoop {
    struct Result: Sendable {
        var sent = 0
        /// How long each took, in the order of the answers.
        var answered: [Duration] = []
        var refused: [Duration] = []
        /// Refusals that say when to come again.
        var retryAfters = 0
        var expired = 0

        func answered(within limit: Duration) -> Int { answered.count { $0 <= limit } }
    }

    private let thread = ThreadExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
    private let dealer: Dealer
    private var sentAt: [ContinuousClock.Instant] = []
    private var result = Result()

    init(to endpoint: Endpoint) throws {
        dealer = try Dealer(Context())
        try dealer.set(.sendHighWaterMark(0), .receiveHighWaterMark(0), .lingerMilliseconds(0))
        try dealer.connect(endpoint.description)
    }

    /// Calls for so long, and waits for every answer.
    func run(
        _ method: String, callsPerSecond: Double, for duration: Duration, ttlMilliseconds: Int
    ) throws -> Result {
        result = Result()
        sentAt = []
        let started = ContinuousClock.now
        let poll = PollSet()
        try poll.append(dealer, .readable)
        while ContinuousClock.now - started < duration {
            let due = Int((ContinuousClock.now - started) / .seconds(1) * callsPerSecond)
            while sentAt.count < due { try send(method, ttlMilliseconds) }
            _ = try poll.wait(timeoutMilliseconds: 1)
            try takeAnswers()
        }
        let deadline = ContinuousClock.now + .seconds(10)
        while result.answered.count + result.refused.count + result.expired < sentAt.count {
            guard ContinuousClock.now < deadline else { throw TimedOut() }
            _ = try poll.wait(timeoutMilliseconds: 10)
            try takeAnswers()
        }
        result.sent = sentAt.count
        return result
    }

    private func send(_ method: String, _ ttlMilliseconds: Int) throws {
        var header = Header(.request(method: method))
        header.id = String(sentAt.count)
        header.ttlMilliseconds = ttlMilliseconds
        sentAt.append(ContinuousClock.now)
        guard try dealer.send([[], header.encoded(), [UInt8]("{}".utf8)]) == .sent else { throw TimedOut() }
    }

    private func takeAnswers() throws {
        while let frames = try dealer.receive() {
            let header = try Header(parsing: try Envelope(frames).header)
            guard let number = header.id.flatMap({ Int($0) }) else { throw TimedOut() }
            let taken = ContinuousClock.now - sentAt[number]
            switch header.kind {
            case .reply: result.answered.append(taken)
            case .fault(.resourceExhausted):
                result.refused.append(taken)
                if header.retryAfterMilliseconds != nil { result.retryAfters += 1 }
            case .fault(.deadlineExceeded): result.expired += 1
            default: throw TimedOut()
            }
        }
    }
}
