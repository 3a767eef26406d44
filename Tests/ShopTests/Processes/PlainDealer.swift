import Testing
import WireProtocol
import ZeroMQ

/// A bare DEALER that speaks SHOP/1 without the help of a caller: what is sent is on its way before anything is read.
final class PlainDealer {
    private let socket: Dealer

    struct Answer {
        let header: Header
        let body: [UInt8]

        /// Of the call that it answers.
        var id: String { header.id ?? "" }

        /// The code of the fault; nil for a reply.
        var faultCode: String? {
            if case .fault = header.kind { header.fault(body: body).code } else { nil }
        }

        func reply<R: WireProtocol.Request>(to request: R.Type) throws -> R.Reply {
            try #require(faultCode == nil)
            return try WireCoding(.json).decode(R.Reply.self, from: body)
        }
    }

    init(_ context: Context, to endpoint: String) throws {
        socket = try Dealer(context)
        try socket.set(.lingerMilliseconds(0), .sendHighWaterMark(10_000), .receiveHighWaterMark(10_000))
        try socket.connect(endpoint)
    }

    func send<R: WireProtocol.Request>(
        _ request: R, id: String, key: String? = nil, ttlMilliseconds: Int = 30_000
    ) throws {
        var header = Header(.request(method: R.method))
        header.id = id
        header.key = key
        header.ttlMilliseconds = ttlMilliseconds
        let outcome = try socket.send([[], try header.encoded(), try WireCoding(.json).encode(request)])
        #expect(outcome == .sent)
    }

    /// The next answer, whichever call it belongs to.
    func receive(withinSeconds seconds: Double = 20) async throws -> Answer {
        var frames: [[UInt8]] = []
        try await eventually("an answer", withinSeconds: seconds) {
            frames = try socket.receive() ?? []
            return !frames.isEmpty
        }
        try #require(frames.count == 3 && frames[0].isEmpty)
        return Answer(header: try Header(parsing: frames[1]), body: frames[2])
    }
}
