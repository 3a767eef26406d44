import Testing
import Threading
import WireProtocol
import ZeroMQ

@testable import Messaging

/// Peers that go, stall or read slowly, beside others that must not notice.
@Suite(.timeLimit(.minutes(1))) struct ResponderPeersTests {
    @Test func `a client that dies in the middle of its calls stalls nobody`() async throws {
        let service = try await TestService()
        let (dying, other) = (try RawPeer(to: service.endpoint), try RawPeer(to: service.endpoint))
        for number in 0..<100 { try await dying.request("test.stay", id: "\(number)") }
        try await eventually { service.gate.entered == 100 }
        await dying.close()
        try await other.request("$sys.ping", id: "1")
        #expect(try await other.answer().header.kind == .reply)
        service.gate.open()
        try await other.request("$sys.ping", id: "2")
        #expect(try await other.answer().header.id == "2")
        await service.end()
    }

    @Test func `what a slow peer is owed is delivered or counted, and others are answered at once`()
        async throws
    {
        let service = try await TestService {
            $0.highWaterMark = 20
            // It will read, at its own time.
            $0.pressedPatienceMilliseconds = 60_000
        }
        let slow = try RawPeer(to: service.endpoint, receiveHighWaterMark: 1)
        let brisk = try RawPeer(to: service.endpoint)
        let text = String(repeating: "x", count: 100_000)
        let total = 200
        for number in 0..<total {
            try await slow.request("test.echo", body: #"{"text":"\#(text)"}"#, id: "\(number)")
        }
        let taken = try await ContinuousClock().measure {
            try await brisk.request("$sys.ping", id: "1")
            _ = try await brisk.answer()
        }
        #expect(taken < .seconds(2))
        var delivered = 0
        while delivered + service.counters["replies_dropped"] < total {
            _ = try await slow.receive()
            delivered += 1
        }
        #expect(delivered > 0)
        #expect(delivered + service.counters["replies_dropped"] == total)
        await service.end()
    }

    @Test func `a peer that asks for megabytes and reads nothing is owed a bounded number of bytes`()
        async throws
    {
        let service = try await TestService {
            $0.memory.bytes = 48 << 20
            $0.mostInlineBytes = .max
        }
        let slow = try RawPeer(to: service.endpoint, receiveHighWaterMark: 1)
        let text = String(repeating: "x", count: 100_000)
        let total = 260
        for number in 1...total {
            try await slow.request("test.echo", body: #"{"text":"\#(text)"}"#, id: "\(number)")
            try await eventually { service.echoes.withLock { $0 } == number }
        }
        // Thirty in libzmq's hands, thirty in the queue, and what the kernel and the peer's own pipe hold.
        #expect(service.counters["refused"] > total / 4)
        var kinds: [Header.Kind] = []
        while kinds.count < total { kinds.append(try await slow.answer().header.kind) }
        // Each has its answer: the echo, or that it was too much.
        let echoes = kinds.count { $0 == .reply }
        #expect(echoes > 60)
        #expect(kinds.count { $0 == .fault(.resourceExhausted) } == total - echoes)
        #expect(service.counters["replies_dropped"] == 0)
        try await slow.request("test.echo", body: #"{"text":"kiwi"}"#, id: "again")
        #expect(try await slow.answer().body == #"{"text":"kiwi"}"#)
        await service.end()
    }

    @Test func `many peers that read nothing are together owed no more than the bound, and are cut`()
        async throws
    {
        let service = try await TestService { $0.memory.bytes = 16 << 20 }
        let text = String(repeating: "x", count: 900_000)
        var deaf: [RawPeer] = []
        for _ in 0..<40 {
            let peer = try RawPeer(to: service.endpoint, receiveHighWaterMark: 1)
            for number in 0..<8 {
                try await peer.request("test.echo", body: #"{"text":"\#(text)"}"#, id: "\(number)")
            }
            deaf.append(peer)
        }
        try await eventually { service.counters["refused"] > 0 }
        let other = try RawPeer(to: service.endpoint)
        try await eventually { service.counters["peers_cut_unread"] > 0 }
        // There is room again.
        try await eventually {
            try await other.request("test.echo", body: #"{"text":"\#(text)"}"#)
            return try await other.answer().header.kind == .reply
        }
        for peer in deaf { await peer.close() }
        await service.end()
    }

    @Test func `a peer that sends more than is read, and goes, ends nobody`() async throws {
        var handlers = Handlers()
        handlers.inline(HoldUp.self) { request, _ in
            let end = MonotonicTime.nowNanoseconds + UInt64(request.milliseconds) * 1_000_000
            while MonotonicTime.nowNanoseconds < end {}
            return Empty()
        }
        let service = try await TestService(more: handlers) { $0.highWaterMark = 4 }
        let flooding = try RawPeer(to: service.endpoint)
        // Longer than the interval of heartbeats, at which libzmq would find the lost connection.
        try await flooding.request("test.holdUp", body: #"{"milliseconds":2500}"#, id: "first")
        for number in 0..<500 { try await flooding.request("$sys.ping", id: "\(number)") }
        await flooding.close()
        let other = try RawPeer(to: service.endpoint)
        try await other.request("$sys.ping", id: "1")
        #expect(try await other.answer().header.kind == .reply)
        await service.end()
    }

    @Test func `what a peer that has gone still waits for is not begun`() async throws {
        let gate = Gate()
        var handlers = Handlers()
        handlers.on(OneByOne.self, atOnce: AtOnce(1)) { _, _ in
            await gate.pass()
            return Empty()
        }
        let service = try await TestService(more: handlers)
        let (leaving, other) = (try RawPeer(to: service.endpoint), try RawPeer(to: service.endpoint))
        for number in 0..<10 { try await leaving.request("test.oneByOne", id: "\(number)") }
        try await other.request("$sys.ping", id: "1")
        #expect(try await other.answer().header.kind == .reply)
        try await eventually { gate.entered == 1 }
        await leaving.close()
        try await eventually { service.counters["connections"] == 1 }
        // That its answer cannot be sent tells that nobody is there.
        gate.open()
        try await eventually { service.counters["abandoned"] == 9 }
        #expect(gate.entered == 1)
        await service.end()
    }

    @Test func `who comes, asks much and goes, again and again, does not keep others waiting`() async throws {
        let service = try await TestService()
        for _ in 0..<20 {
            let passing = try RawPeer(to: service.endpoint)
            for number in 0..<500 {
                try await passing.request("test.echo", body: #"{"text":"a"}"#, id: "\(number)")
            }
            await passing.close()
        }
        let other = try RawPeer(to: service.endpoint)
        try await other.request("$sys.ping", id: "1")
        #expect(try await other.answer().header.kind == .reply)
        #expect(service.echoes.withLock { $0 } + service.counters["abandoned"] <= 10_000)
        await service.end()
    }
}

private struct OneByOne: WireProtocol.Request {
    static let method = "test.oneByOne"
    typealias Reply = Empty
}

/// Keeps the reactor's thread busy for a while.
private struct HoldUp: WireProtocol.Request {
    static let method = "test.holdUp"
    typealias Reply = Empty
    var milliseconds: Int
}
