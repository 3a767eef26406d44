import Testing
import WireProtocol

@testable import Messaging

@Suite(.timeLimit(.minutes(1))) struct DrainTests {
    @Test func `a drain refuses new calls as draining and finishes what is at work`() async throws {
        let service = try await TestService()
        let caller = try service.caller()
        let atWork = Task {
            await withTaskGroup(of: CallError.Reason?.self) { group in
                for _ in 0..<10 {
                    group.addTask { await reason { try await caller.call(method: Stay.method, body: []) } }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        try await eventually { service.gate.entered == 10 }
        async let drained: Void = service.responder.drain()
        let peer = try RawPeer(to: service.endpoint)
        try await eventually {
            try await peer.request("test.echo", body: #"{"text":"a"}"#, id: "1")
            return try await peer.answer().header.kind == .fault(.unavailable)
        }
        try await peer.request("test.echo", body: #"{"text":"a"}"#, id: "2")
        #expect(try await peer.answer().body.contains(#""code":"draining""#))
        service.gate.open()
        let failures = await atWork.value.compactMap(\.self)
        #expect(failures == [])
        await drained
        await service.reactor.end()
    }

    @Test func `no answer that was given is lost by an end right after it`() async throws {
        for _ in 0..<20 {
            let service = try await TestService()
            let caller = try service.caller()
            let pending = Task { await reason { try await caller.call(method: Stay.method, body: []) } }
            try await eventually { service.gate.entered == 1 }
            await service.end()
            #expect(await pending.value == nil)
        }
    }

    @Test func `a drain waits only so long for what never ends`() async throws {
        let service = try await TestService { $0.drainMilliseconds = 100 }
        let peer = try RawPeer(to: service.endpoint)
        try await peer.request("test.stay", id: "1")
        try await eventually { service.gate.entered == 1 }
        let taken = await ContinuousClock().measure { await service.responder.drain() }
        #expect(taken > .milliseconds(90) && taken < .seconds(2))
        try await eventually { service.gate.cancelled == 1 }
        await service.reactor.end()
    }

    @Test func `a drain does not outlast its reactor`() async throws {
        let service = try await TestService { $0.drainMilliseconds = 60_000 }
        let peer = try RawPeer(to: service.endpoint)
        try await peer.request("test.stay", id: "1")
        try await eventually { service.gate.entered == 1 }
        async let drained: Void = service.responder.drain()
        try await eventually {
            try await peer.request("$sys.ping", id: "2")
            return try await peer.answer().header.kind == .fault(.unavailable)
        }
        await service.reactor.end()
        await drained
        service.gate.open()
    }

    @Test func `draining twice, or before it was bound, is harmless`() async throws {
        let service = try await TestService()
        await service.responder.drain()
        await service.responder.drain()
        await service.reactor.end()
        await service.responder.drain()
    }

    @Test func `calls move from a replica that drains to one that does not`() async throws {
        let (first, second) = (try await TestService(), try await TestService())
        let caller = try Caller.test(first.endpoint, second.endpoint)
        _ = try await caller.call(Echo(text: "connected"))
        async let drained: Void = first.end()
        for _ in 0..<500 { _ = try await caller.call(Echo(text: "a")) }
        await drained
        for _ in 0..<500 { _ = try await caller.call(Echo(text: "a")) }
        await second.end()
    }
}
