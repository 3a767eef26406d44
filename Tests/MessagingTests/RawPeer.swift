import Threading
import WireProtocol
import ZeroMQ

@testable import Messaging

/// A client that says what it likes, on a thread of its own: the task pool must stay free for handlers.
actor RawPeer {
    private let thread = ThreadExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
    private let dealer: Dealer

    init(to endpoint: Endpoint, on context: Context? = nil, receiveHighWaterMark: Int = 1000) throws {
        dealer = try Dealer(context ?? Context())
        try dealer.set(.receiveHighWaterMark(receiveHighWaterMark), .lingerMilliseconds(1000))
        try dealer.connect(endpoint.description)
    }

    func send(_ frames: [[UInt8]]) throws {
        let deadline = ContinuousClock.now + .seconds(5)
        while try dealer.send(frames) != .sent {
            guard ContinuousClock.now < deadline else { throw TimedOut() }
            let poll = PollSet()
            try poll.append(dealer, .writable)
            _ = try poll.wait(timeoutMilliseconds: 10)
        }
    }

    /// - Parameter prefix: the frames before the empty one.
    func request(
        _ method: String, body: String = "{}", id: String? = nil, ttlMilliseconds: Int? = nil,
        key: String? = nil,
        prefix: [[UInt8]] = []
    ) throws {
        var header = Header(.request(method: method))
        header.id = id
        header.ttlMilliseconds = ttlMilliseconds
        header.key = key
        try send(prefix + [[], header.encoded(), [UInt8](body.utf8)])
    }

    func receive(withinMilliseconds milliseconds: Int = 5000) throws -> [[UInt8]] {
        let deadline = ContinuousClock.now + .milliseconds(milliseconds)
        let poll = PollSet()
        try poll.append(dealer, .readable)
        while ContinuousClock.now < deadline {
            if let frames = try dealer.receive() { return frames }
            _ = try poll.wait(timeoutMilliseconds: 10)
        }
        throw TimedOut()
    }

    /// The reply's header and its body.
    func answer() throws -> (header: Header, body: String) {
        let envelope = try Envelope(try receive())
        return (try Header(parsing: envelope.header), String(decoding: envelope.body, as: UTF8.self))
    }

    func close() { dealer.close() }
}
