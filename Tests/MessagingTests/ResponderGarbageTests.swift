import Testing
import WireProtocol

@testable import Messaging

/// What no client of ours sends: a fault where somebody may wait for one, else a counted drop; the service
/// always goes on.
@Suite(.timeLimit(.minutes(1))) struct ResponderGarbageTests {
    static let ping = [UInt8]("SHOP/1 REQ $sys.ping".utf8)

    @Test(
        arguments: [
            [[1, 2, 3]], [[]], [[], ping], [ping, ping], [[], ping, [], []], [[], ping, [1], [2], [3]],
            Array(repeating: [7], count: 32) + [[], ping, []], Array(repeating: [7], count: 300),
            [[UInt8](repeating: 1, count: 256), [], ping, []],
            (0..<8).map { [$0 + 1] } + [[], ping, []],
            [[], [UInt8]("GET / HTTP/1.1".utf8), []], [[], [UInt8](repeating: 0, count: 64), []],
            [[], [UInt8]("SHOP/1 REP ok".utf8), []], [[], [UInt8]("SHOP/1 HBT".utf8), []],
            [[], [UInt8]("SHOP/1 CAN\nid: nobody".utf8), []],
        ] as [[[UInt8]]])
    func `garbage is survived`(frames: [[UInt8]]) async throws {
        let service = try await TestService()
        let peer = try RawPeer(to: service.endpoint)
        try await peer.send(frames)
        try await peer.request("test.echo", body: #"{"text":"after"}"#, id: "after")
        while true {
            let (header, body) = try await peer.answer()
            if header.id == "after" {
                #expect(body == #"{"text":"after"}"#)
                break
            }
            #expect(header.kind == .fault(.invalidArgument))
        }
        await service.end()
    }

    @Test(arguments: [
        ("SHOP/2 REQ $sys.ping\nid: a", "SHOP/2"), ("SHOP/1 REQ", "first line"),
        ("SHOP/1 REQ $sys.ping\nid: a\nttl: soon", "ttl"),
        ("SHOP/1 REQ $sys.ping\nid: a\nct: text/xml", "text/xml"),
        ("SHOP/1 REQ $sys.ping\nid: a\nx: \u{1}", "control character"),
        ("SHOP/1 REQ $sys.ping\nx: " + String(repeating: "x", count: 9216), "8192"),
    ])
    func `a header that is refused is answered with its reason`(header: String, reason: String) async throws {
        let service = try await TestService()
        let peer = try RawPeer(to: service.endpoint)
        try await peer.send([[], [UInt8](header.utf8), []])
        let answer = try await peer.answer()
        #expect(answer.header.kind == .fault(.invalidArgument))
        #expect(answer.body.contains(reason), "\(answer.body)")
        await service.end()
    }

    @Test(arguments: [
        "{", "null", "[1]", #"{"text":1}"#, #"{"text":null}"#, "{}", String(repeating: "[", count: 100_000),
        #"{"text":"\ud800"}"#,
    ])
    func `a body that is no message is an invalid argument`(body: String) async throws {
        let service = try await TestService()
        let peer = try RawPeer(to: service.endpoint)
        try await peer.request("test.echo", body: body, id: "1")
        #expect(try await peer.answer().header.kind == .fault(.invalidArgument))
        await service.end()
    }

    @Test func `bytes that are no UTF-8 are an invalid argument`() async throws {
        let service = try await TestService()
        let peer = try RawPeer(to: service.endpoint)
        var header = Header(.request(method: "test.echo"))
        header.id = "1"
        try await peer.send([[], header.encoded(), [0x7B, 0xFF, 0xFE, 0x7D]])
        #expect(try await peer.answer().header.kind == .fault(.invalidArgument))
        await service.end()
    }

    @Test func `random frames never end the service`() async throws {
        let service = try await TestService()
        let peer = try RawPeer(to: service.endpoint)
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let count = Int.random(in: 1...6, using: &random)
            try await peer.send((0..<count).map { _ in Self.frame(&random) })
        }
        try await peer.request("test.echo", body: #"{"text":"a"}"#, id: "after")
        while try await peer.answer().header.id != "after" {}
        #expect(service.counters["dropped"] > 0)
        await service.end()
    }

    @Test func `a body over the limit is told to its sender`() async throws {
        let service = try await TestService { $0.largestBodyBytes = 1000 }
        let peer = try RawPeer(to: service.endpoint)
        let text = String(repeating: "x", count: 2000)
        try await peer.request("test.echo", body: #"{"text":"\#(text)"}"#, id: "1")
        #expect(try await peer.answer().body.contains("message_too_large"))
        await service.end()
    }

    @Test func `a body over its method's bound is refused unread, and told the bound`() async throws {
        let service = try await TestService()
        let peer = try RawPeer(to: service.endpoint)
        try await peer.request("$sys.ping", body: String(repeating: "[", count: 1025), id: "1")
        let body = try await peer.answer().body
        #expect(body.contains("message_too_large") && body.contains(#""max":1024"#))
        try await peer.request("$sys.ping", body: String(repeating: " ", count: 1022) + "{}", id: "2")
        #expect(try await peer.answer().header.kind == .reply)
        await service.end()
    }

    @Test func `a frame over the transport's limit cuts its sender and nobody else`() async throws {
        let service = try await TestService { $0.largestBodyBytes = 1000 }
        let (bad, good) = (try RawPeer(to: service.endpoint), try RawPeer(to: service.endpoint))
        try await good.request("$sys.ping", id: "1")
        _ = try await good.answer()
        try await bad.send([[], Self.ping, [UInt8](repeating: 0, count: 10_000)])
        try await good.request("$sys.ping", id: "2")
        #expect(try await good.answer().header.id == "2")
        // libzmq connects the sender again by itself.
        try await bad.request("$sys.ping", id: "3")
        #expect(try await bad.answer().header.id == "3")
        await service.end()
    }

    private static func frame(_ random: inout SystemRandomNumberGenerator) -> [UInt8] {
        switch Int.random(in: 0...3, using: &random) {
        case 0: []
        case 1: Array(ping.prefix(Int.random(in: 0...ping.count, using: &random)))
        default:
            (0..<Int.random(in: 1...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random)
            }
        }
    }
}
