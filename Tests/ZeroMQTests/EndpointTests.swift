import Testing
import ZeroMQ

@Suite struct EndpointTests {
    @Test func `the last endpoint tells the port that the system chose`() throws {
        let server = try Router(Context())
        let endpoint = try server.bindAnywhere()
        #expect(endpoint.hasPrefix("tcp://127.0.0.1:") && !endpoint.hasSuffix("*"))
        try server.unbind(endpoint)
        #expect(throws: ZeroMQError.self) { try server.unbind(endpoint) }
    }

    @Test func `an address in use is named`() throws {
        let context = try Context()
        let first = try Router(context)
        let endpoint = try first.bindAnywhere()
        let error = #expect(throws: ZeroMQError.self) { try Router(context).bind(endpoint) }
        #expect(error?.reason == .addressInUse)
        #expect(error?.description.contains(endpoint) == true)
    }

    @Test(arguments: [
        ("carrier-pigeon://roof", ZeroMQError.Reason.notSupported), ("nonsense", .invalidArgument),
        ("tcp://127.0.0.1:port", .invalidArgument),
    ])
    func `a bad endpoint is refused`(endpoint: String, reason: ZeroMQError.Reason) throws {
        let error = #expect(throws: ZeroMQError.self) { try Router(Context()).bind(endpoint) }
        #expect(error?.reason == reason)
    }

    @Test func `after a disconnect nothing is sent any more`() throws {
        let context = try Context()
        let server = try Router(context)
        let client = try Dealer(context)
        let endpoint = try server.bindAnywhere()
        try client.set(.immediate(true), .lingerMilliseconds(0))
        try client.connect(endpoint)
        try send([[1]], on: client)
        try client.disconnect(endpoint)
        // The connection ends on libzmq's I/O thread, a moment later.
        try waitUntil { try client.send([[2]]) == .wouldBlock }
    }
}
