import Testing
import ZeroMQ

@Suite struct MonitorTests {
    @Test func `a connection is seen coming, greeting and going`() throws {
        let context = try Context()
        let server = try Router(context)
        let endpoint = try server.bindAnywhere()
        let client = try Dealer(context)
        let monitor = try Monitor(client)
        try client.connect(endpoint)
        let connected = try event(from: monitor) { $0 == .connected }
        #expect(connected.endpoint == endpoint)
        _ = try event(from: monitor) { $0 == .handshakeSucceeded }
        server.close()
        _ = try event(from: monitor) { if case .disconnected = $0 { true } else { false } }
        let retried = try event(from: monitor) {
            if case .connectRetried = $0 { true } else { false }
        }
        guard case .connectRetried(let milliseconds) = retried.kind else { return }
        #expect(milliseconds > 0)
    }

    @Test func `a peer without the key fails the handshake`() throws {
        let context = try Context()
        let keys = try CurveKeyPair()
        let server = try Router(context)
        try server.set(.curveServer(true), .curveSecretKey(keys.secretKey))
        let client = try Dealer(context)
        let monitor = try Monitor(client)
        try client.connect(try server.bindAnywhere())
        let failure = try event(from: monitor) {
            if case .handshakeFailedProtocol = $0 { true } else { false }
        }
        #expect(failure.kind == .handshakeFailedProtocol(code: 0x1100_0002))
    }

    @Test func `a socket goes on after its monitor is closed`() throws {
        let context = try Context()
        let server = try Router(context)
        let client = try Dealer(context)
        try client.set(.immediate(true))
        try Monitor(client).close()
        try client.connect(try server.bindAnywhere())
        try send([[1]], on: client)
        #expect(try message(from: server).last == [1])
    }

    @Test func `a monitor outlives its socket quietly`() throws {
        let client = try Dealer(Context())
        let monitor = try Monitor(client)
        client.close()
        #expect(try event(from: monitor) { $0 == .stopped }.endpoint == "")
        monitor.close()
        #expect(throws: ZeroMQError.self) { try monitor.receive() }
    }
}
