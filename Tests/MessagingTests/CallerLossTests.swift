import Testing
import WireProtocol

@testable import Messaging

@Suite(.timeLimit(.minutes(1))) struct CallerLossTests {
    @Test func `a change without a key ends as unknown when its connection goes`() async throws {
        let service = try await RawService()
        let caller = try Caller.test(service.endpoint)
        async let pending = reason { try await caller.call(Change(), timeoutMilliseconds: 30_000) }
        _ = try await service.next()
        await service.kill()
        #expect(await pending == .unknownOutcome)
        #expect(CallError(.unknownOutcome, service: "test", endpoints: []).isRetryable == false)
    }

    @Test func `with its key a change goes again when the service is back`() async throws {
        let service = try await RawService()
        let caller = try Caller.test(service.endpoint)
        async let pending = caller.call(Change(), key: "k1", timeoutMilliseconds: 20_000)
        #expect(try await service.next().header.key == "k1")
        await service.kill()
        let again = try await RawService.again(at: service.endpoint)
        let received = try await again.next()
        #expect(received.header.key == "k1")
        #expect(received.header.ttlMilliseconds.map { $0 < 20_000 } == true)
        try await again.answer(received, body: #"{"key":"k1"}"#)
        #expect(try await pending.key == "k1")
        #expect(caller.counters["retried"] == 1)
        await again.kill()
    }

    @Test func `each of a hundred calls in flight ends exactly once`() async throws {
        let service = try await RawService()
        let caller = try Caller.test(service.endpoint)
        let ends = Task {
            await withTaskGroup(of: CallError.Reason?.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        await reason { try await caller.call(Change(), timeoutMilliseconds: 30_000) }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        for _ in 0..<100 { _ = try await service.next() }
        await service.kill()
        let all = await ends.value
        #expect(all.count == 100)
        #expect(all.allSatisfy { $0 == .unknownOutcome })
    }

    @Test func `a call that takes its connection with it every time is not sent for ever`() async throws {
        let service = try await TestService { $0.largestBodyBytes = 1000 }
        let caller = try service.caller()
        let text = String(repeating: "x", count: 10_000)
        #expect(
            await reason { try await caller.call(Echo(text: text), timeoutMilliseconds: 20_000) }
                == .unreachable)
        #expect(try await caller.call(Echo(text: "a")).text == "a")
        await service.end()
    }

    @Test func `a service that closed over inproc is found again`() async throws {
        let reactor = try Reactor()
        let endpoint = Endpoint(.inproc(name: "again"))
        let first = try await TestService(at: endpoint, on: reactor)
        let caller = try first.caller(on: reactor)
        #expect(try await caller.call(Echo(text: "1")).text == "1")
        await first.responder.drain()
        // The name is free a moment after its last owner closed.
        let second = try await eventuallyMade { try await TestService(at: endpoint, on: reactor) }
        #expect(try await caller.call(Echo(text: "2"), timeoutMilliseconds: 4000).text == "2")
        await second.end()
    }

    @Test func `with one replica dead none of a thousand calls fails or waits`() async throws {
        let service = try await TestService()
        let caller = try Caller.test(Endpoint(.tcp(host: "127.0.0.1", port: 9)), service.endpoint)
        let taken = try await ContinuousClock().measure {
            for _ in 0..<1000 { _ = try await caller.call(Echo(text: "a"), timeoutMilliseconds: 1000) }
        }
        #expect(taken < .seconds(20))
        await service.end()
    }
}

extension RawService {
    /// The port is free a moment after its last owner closed.
    static func again(at endpoint: Endpoint) async throws -> RawService {
        try await eventuallyMade { try await RawService(at: endpoint) }
    }
}
