import Testing
import ZeroMQ

@Suite struct ContextTests {
    @Test func `a socket that outlives its context keeps it alive and works`() throws {
        let (server, client) = try { () throws -> (Router, Dealer) in
            let context = try Context()
            return (try Router(context), try Dealer(context))
        }()
        try client.connect(try server.bindAnywhere())
        try send([[1]], on: client)
        #expect(try message(from: server).last == [1])
    }

    @Test(.timeLimit(.minutes(1)))
    func `a context with open sockets and unsent messages ends without hanging`()
        throws
    {
        let context = try Context()
        let client = try Dealer(context)
        try client.connect("tcp://127.0.0.1:9")
        #expect(try client.send([[1]]) == .sent)
    }

    @Test func `after a shutdown every call says so`() throws {
        let context = try Context()
        let client = try Dealer(context)
        context.shutdown()
        let error = #expect(throws: ZeroMQError.self) { try client.receive() }
        #expect(error?.reason == .contextTerminated)
    }

    @Test func `too many sockets is an error`() throws {
        let context = try Context(maximumSockets: 1)
        let first = try Dealer(context)
        let error = #expect(throws: ZeroMQError.self) { try Dealer(context) }
        #expect(error?.reason == .tooManySockets)
        first.close()
    }

    @Test func `a closed socket throws`() throws {
        let client = try Dealer(Context())
        client.close()
        client.close()
        #expect(client.isClosed)
        let error = #expect(throws: ZeroMQError.self) { try client.send([[1]]) }
        #expect(error?.reason == .closed)
    }
}
