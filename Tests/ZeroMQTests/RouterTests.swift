import Testing
import ZeroMQ

@Suite struct RouterTests {
    let context: Context
    let server: Router

    init() throws {
        context = try Context()
        server = try Router(context)
        try server.set(
            .routerMandatory(true), .sendHighWaterMark(8), .lingerMilliseconds(0),
            .maximumMessageSizeBytes(1 << 20))
    }

    @Test func `a reply to an unknown peer is unreachable, not silently lost`() throws {
        _ = try server.bindAnywhere()
        #expect(try server.send([[0, 1, 2, 3, 4], [], [9]]) == .unreachable)
    }

    @Test func `a peer that reads nothing blocks its own replies and no other's`() throws {
        let endpoint = try server.bindAnywhere()
        let slow = try Dealer(context)
        try slow.set(.receiveHighWaterMark(1))
        try slow.connect(endpoint)
        try send([[1]], on: slow)
        let slowPeer = try message(from: server)[0]
        let brisk = try Dealer(context)
        try brisk.connect(endpoint)
        try send([[2]], on: brisk)
        let briskPeer = try message(from: server)[0]

        let body = [UInt8](repeating: 1, count: 1 << 19)
        var sent = 0
        while sent < 1000, try server.send([slowPeer, body]) == .sent { sent += 1 }
        #expect(try server.send([slowPeer, body]) == .wouldBlock)
        #expect(try server.send([briskPeer, [7]]) == .sent)
        #expect(try message(from: brisk) == [[7]])
        for _ in 0..<sent { #expect(try message(from: slow).count == 1) }
    }

    @Test func `a peer that went is unreachable`() throws {
        let endpoint = try server.bindAnywhere()
        let monitor = try Monitor(server)
        let client = try Dealer(context)
        try client.connect(endpoint)
        try send([[1]], on: client)
        let peer = try message(from: server)[0]
        client.close()
        _ = try event(from: monitor) { if case .disconnected = $0 { true } else { false } }
        // The pipe ends only when its end has been read: a ROUTER that nobody reads would block for ever.
        try waitUntil {
            _ = try server.receive()
            return try server.send([peer, [1]]) == .unreachable
        }
    }

    @Test func `an oversize frame cuts its sender and nobody else`() throws {
        let endpoint = try server.bindAnywhere()
        let good = try Dealer(context)
        try good.connect(endpoint)
        let bad = try Dealer(context)
        let monitor = try Monitor(bad)
        try bad.connect(endpoint)
        try send([[UInt8](repeating: 0, count: (1 << 20) + 1)], on: bad)
        _ = try event(from: monitor) { if case .disconnected = $0 { true } else { false } }
        try send([[1]], on: good)
        #expect(try message(from: server).last == [1])
    }

    @Test func `a correlating REQ sends an id, an empty frame and the body`() throws {
        let client = try Request(context)
        try client.set(.requestCorrelate(true))
        try client.connect(try server.bindAnywhere())
        try send([[5]], on: client)
        let frames = try message(from: server)
        #expect(frames.map(\.count) == [5, 4, 0, 1])
        #expect(try server.send(Array(frames.prefix(3)) + [[6]]) == .sent)
        #expect(try message(from: client) == [[6]])
    }

    @Test func `a message needs a frame`() {
        #expect(throws: ZeroMQError.self) { try server.send([]) }
    }
}
