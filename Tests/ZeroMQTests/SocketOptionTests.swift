import CZeroMQ
import Testing

@testable import ZeroMQ

@Suite struct SocketOptionTests {
    @Test(arguments: [
        (SocketOption.sendHighWaterMark(256), 256), (.receiveHighWaterMark(0), 0),
        (.maximumMessageSizeBytes(1 << 20), 1 << 20), (.lingerMilliseconds(0), 0), (.backlog(1024), 1024),
        (.immediate(true), 1), (.handshakeIntervalMilliseconds(3000), 3000),
        (.heartbeatIntervalMilliseconds(1000), 1000), (.heartbeatTimeoutMilliseconds(3000), 3000),
        (.heartbeatTimeToLiveMilliseconds(65500), 65500), (.reconnectIntervalMilliseconds(100), 100),
        (.reconnectIntervalMaximumMilliseconds(1000), 1000), (.connectTimeoutMilliseconds(2000), 2000),
        (.ipv6(true), 1), (.curveServer(true), 1), (.tcpKeepalive(true), 1),
        (.tcpKeepaliveIdleSeconds(5), 5), (.tcpKeepaliveIntervalSeconds(3), 3), (.tcpKeepaliveCount(3), 3),
    ])
    func `an option that is set is in force`(option: SocketOption, value: Int) throws {
        let socket = try Dealer(Context())
        try socket.set(option)
        #expect(try socket.number(of: option.code, option.name) == value)
    }

    @Test func `options that cannot be read back are accepted`() throws {
        let context = try Context()
        let keys = try CurveKeyPair()
        let server = try Router(context)
        try server.set(
            .routerMandatory(true), .routerHandover(false), .curveServer(true),
            .curvePublicKey(keys.publicKey), .curveSecretKey(keys.secretKey), .zapDomain("shop"),
            .zapEnforceDomain(true))
        #expect(try server.text(of: ZMQ_ZAP_DOMAIN, "ZAP_DOMAIN") == "shop")
        try Dealer(context).set(.curveServerKey(keys.publicKey))
        try Publisher(context).set(.publisherNoDrop(false), .publisherVerbose(true))
        try Request(context).set(.requestCorrelate(true), .requestRelaxed(true))
    }

    @Test(arguments: [
        SocketOption.heartbeatTimeToLiveMilliseconds(65501), .heartbeatTimeToLiveMilliseconds(-1),
        .sendHighWaterMark(-1), .lingerMilliseconds(-1), .maximumMessageSizeBytes(0), .backlog(0),
        .lingerMilliseconds(Int(Int32.max) + 1), .curvePublicKey([1, 2, 3]), .zapDomain(""),
        .zapDomain(String(repeating: "x", count: 256)),
    ])
    func `a value out of bounds is refused by name`(option: SocketOption) throws {
        let socket = try Router(Context())
        let error = #expect(throws: ZeroMQError.self) { try socket.set(option) }
        #expect(error?.reason == .invalidArgument)
        #expect(error?.operation == "set \(option.name)")
    }

    @Test func `two key pairs differ`() throws {
        let keys = try CurveKeyPair()
        #expect(keys.publicKey.count == 32 && keys.secretKey.count == 32)
        #expect(try CurveKeyPair() != keys)
    }
}
