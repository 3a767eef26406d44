import Testing
import Threading
import WireProtocol

@testable import Messaging

@Suite(.timeLimit(.minutes(1))) struct ResponderTests {
    @Test(
        arguments: [
            [], [[1, 2, 3, 4]], [[0], [255, 0, 10]], (0..<6).map { [UInt8](repeating: $0 + 1, count: 255) },
        ] as [[[UInt8]]])
    func `the envelope comes back byte for byte`(prefix: [[UInt8]]) async throws {
        let service = try await TestService()
        let peer = try RawPeer(to: service.endpoint)
        try await peer.request("test.echo", body: #"{"text":"a"}"#, id: "x", prefix: prefix)
        let frames = try await peer.receive()
        #expect(Array(frames.prefix(prefix.count + 1)) == prefix + [[]])
        #expect(frames.count == prefix.count + 3)
        await service.end()
    }

    @Test func `a request without an id gets a reply without one`() async throws {
        let service = try await TestService()
        let peer = try RawPeer(to: service.endpoint)
        try await peer.request("test.echo", body: #"{"text":"a"}"#)
        let (header, body) = try await peer.answer()
        #expect(header.kind == .reply && header.id == nil && header.instance == "one")
        #expect(body == #"{"text":"a"}"#)
        await service.end()
    }

    @Test func `a request whose time is up is answered and not run`() async throws {
        let service = try await TestService()
        let peer = try RawPeer(to: service.endpoint)
        try await peer.request("test.stay", id: "x", ttlMilliseconds: 0)
        let (header, body) = try await peer.answer()
        #expect(header.kind == .fault(.deadlineExceeded))
        #expect(body.contains(#""retryable":true"#))
        #expect(service.gate.entered == 0)
        #expect(service.counters["expired"] == 1)
        await service.end()
    }

    @Test func `beyond its number of calls at work it refuses and says when to come again`() async throws {
        let service = try await TestService { $0.mostCallsAtWork = 2 }
        let peer = try RawPeer(to: service.endpoint)
        for id in ["1", "2", "3"] { try await peer.request("test.stay", id: id) }
        let (header, body) = try await peer.answer()
        #expect(header.id == "3" && header.kind == .fault(.resourceExhausted))
        #expect(header.retryAfterMilliseconds == 50)
        #expect(body.contains(#""code":"overloaded""#))
        #expect(service.counters["refused"] == 1)
        service.gate.open()
        #expect(Set([try await peer.answer().header.id, try await peer.answer().header.id]) == ["1", "2"])
        await service.end()
    }

    @Test func `inline work is answered while the pool is full`() async throws {
        let service = try await TestService { $0.mostCallsAtWork = 1 }
        let peer = try RawPeer(to: service.endpoint)
        try await peer.request("test.stay", id: "1")
        try await peer.request("$sys.ping", id: "2")
        #expect(try await peer.answer().header.id == "2")
        await service.end()
    }

    @Test func `inline work with a long body waits and is refused like pooled work`() async throws {
        let service = try await TestService {
            $0.mostInlineBytes = 100
            $0.mostCallsAtWork = 1
        }
        let peer = try RawPeer(to: service.endpoint)
        try await peer.request("test.stay", id: "1")
        let long = #"{"text":"\#(String(repeating: "x", count: 100))"}"#
        try await peer.request("test.echo", body: long, id: "2")
        #expect(try await peer.answer().header.kind == .fault(.resourceExhausted))
        #expect(service.echoes.withLock { $0 } == 0)
        try await peer.request("test.echo", body: #"{"text":"x"}"#, id: "3")
        #expect(try await peer.answer().header.id == "3")
        service.gate.open()
        #expect(try await peer.answer().header.id == "1")
        try await peer.request("test.echo", body: long, id: "4")
        #expect(try await peer.answer().body == long)
        await service.end()
    }

    @Test func `a cancelled call is ended and not answered`() async throws {
        let service = try await TestService()
        let peer = try RawPeer(to: service.endpoint)
        try await peer.request("test.stay", id: "1")
        try await eventually { service.gate.entered == 1 }
        var cancel = Header(.cancel)
        cancel.id = "1"
        try await peer.send([[], cancel.encoded(), []])
        try await eventually { service.gate.cancelled == 1 }
        try await peer.request("$sys.ping", id: "2")
        #expect(try await peer.answer().header.id == "2")
        await service.end()
    }

    @Test func `one client cannot cancel another's call`() async throws {
        let service = try await TestService()
        let (victim, other) = (try RawPeer(to: service.endpoint), try RawPeer(to: service.endpoint))
        try await victim.request("test.stay", id: "1")
        try await eventually { service.gate.entered == 1 }
        var cancel = Header(.cancel)
        cancel.id = "1"
        try await other.send([[], cancel.encoded(), []])
        try await other.request("$sys.ping", id: "2")
        #expect(try await other.answer().header.id == "2")
        service.gate.open()
        #expect(try await victim.answer().header.kind == .reply)
        await service.end()
    }

    @Test func `a change without a key is refused by name`() async throws {
        let service = try await TestService()
        let peer = try RawPeer(to: service.endpoint)
        try await peer.request("test.change", id: "1")
        #expect(try await peer.answer().body.contains("idempotency_key_required"))
        await service.end()
    }

    @Test(arguments: ["0.0.0.0", "*", "192.0.2.1"])
    func `an address that others can reach is refused in plain text`(host: String) async throws {
        await #expect(throws: BindError.self) {
            _ = try await TestService(at: Endpoint(.tcp(host: host, port: 0)))
        }
    }

    @Test func `told so it answers at any address`() async throws {
        let service = try await TestService(at: Endpoint(.tcp(host: "0.0.0.0", port: 0))) {
            $0.allowsPlainTextFromOthers = true
        }
        let caller = try service.caller()
        #expect(try await caller.call(Echo(text: "a")).text == "a")
        await service.end()
    }

    @Test func `an address in use is named`() async throws {
        let service = try await TestService()
        let error = await #expect(throws: BindError.self) { _ = try await TestService(at: service.endpoint) }
        #expect(error?.description.contains(service.endpoint.description) == true)
        await service.end()
    }
}
