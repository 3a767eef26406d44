import Testing
import WireProtocol

@testable import Messaging

@Suite(.timeLimit(.minutes(1))) struct CallerDeadlineTests {
    @Test func `after a timeout the next call goes at once`() async throws {
        let service = try await RawService()
        let caller = try Caller.test(service.endpoint)
        async let first = reason { try await caller.call(Echo(text: "1"), timeoutMilliseconds: 100) }
        let late = try await service.next()
        #expect(await first == .deadlineExceeded)
        #expect(try await service.next().header.kind == .cancel)
        async let second = caller.call(Echo(text: "2"), timeoutMilliseconds: 2000)
        let taken = try await service.next(withinMilliseconds: 500)
        try await service.answer(late, body: #"{"text":"late"}"#)
        try await service.answer(taken, body: #"{"text":"2"}"#)
        #expect(try await second.text == "2")
        try await eventually { caller.counters["late"] == 1 }
        await service.kill()
    }

    @Test func `many timeouts of a replica that lives do not hold up the next call`() async throws {
        let service = try await TestService()
        let caller = try service.caller { $0.pingMilliseconds = 3000 }
        _ = try await caller.call(Echo(text: "connected"))
        for _ in 0..<8 {
            let end = await reason { try await caller.call(Stay(), timeoutMilliseconds: 100) }
            #expect(end == .deadlineExceeded)
            // Much less than the next ping: a replica that seems gone is asked at once.
            let taken = try await ContinuousClock().measure { _ = try await caller.call(Echo(text: "a")) }
            #expect(taken < .milliseconds(1500))
        }
        await service.end()
    }

    @Test func `nobody there is an error in time that names service and place`() async throws {
        let caller = try Caller.test(Endpoint(.tcp(host: "127.0.0.1", port: 9)))
        let error = await #expect(throws: CallError.self) {
            try await caller.call(Change(), timeoutMilliseconds: 150)
        }
        #expect(error?.reason == .unreachable)
        #expect(error?.isRetryable == true)
        #expect(error?.description.contains("test at tcp://127.0.0.1:9") == true)
    }

    @Test func `a call waits for a service that comes within its time`() async throws {
        let endpoint = try Endpoint.anyFixedPort
        let caller = try Caller.test(endpoint)
        async let pending = caller.call(Echo(text: "a"), timeoutMilliseconds: 5000)
        let service = try await TestService(at: endpoint)
        #expect(try await pending.text == "a")
        await service.end()
    }

    @Test func `no time at all is up at once`() async throws {
        let service = try await TestService()
        let caller = try service.caller()
        #expect(await reason { try await caller.call(Echo(text: "a"), timeoutMilliseconds: 0) } != nil)
        #expect(await reason { try await caller.call(Echo(text: "a"), timeoutMilliseconds: -5) } != nil)
        await service.end()
    }

    @Test func `a process whose peer is absent ends quickly`() async throws {
        let reactor = try Reactor()
        let caller = try Caller.test(Endpoint(.tcp(host: "127.0.0.1", port: 9)), on: reactor)
        async let pending = reason { try await caller.call(Echo(text: "a"), timeoutMilliseconds: 30_000) }
        try await eventually { await reactor.performing { _ in true } == true }
        let taken = await ContinuousClock().measure { await reactor.end() }
        #expect(taken < .seconds(3))
        #expect(await pending == .closed)
    }

    @Test func `a stuck service whose connection lives is late, not unreachable, and gets no call`()
        async throws
    {
        let service = try await RawService()
        await service.stopAnsweringPings()
        let caller = try Caller.test(service.endpoint) { $0.pingMilliseconds = 50 }
        #expect(
            await reason { try await caller.call(Echo(text: "a"), timeoutMilliseconds: 300) }
                == .deadlineExceeded)
        await #expect(throws: TimedOut.self) { try await service.next(withinMilliseconds: 20) }
        await service.kill()
    }
}
