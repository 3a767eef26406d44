import Testing
import WireProtocol

@testable import Messaging

@Suite(.timeLimit(.minutes(1))) struct CallerTests {
    @Test(arguments: [
        Endpoint(.tcp(host: "127.0.0.1", port: 0)), Endpoint(.ipc(path: "@messaging-test")),
        Endpoint(.inproc(name: "service")),
    ])
    func `a call is answered over every transport`(endpoint: Endpoint) async throws {
        let shared = try Reactor()
        let service = try await TestService(at: endpoint, on: shared)
        let caller = try service.caller(on: shared)
        #expect(try await caller.call(Echo(text: "kiwi")) == .init(text: "kiwi"))
        #expect(try await caller.call(Echo(text: "")) == .init(text: ""))
        await service.end()
    }

    @Test func `a fault arrives as it was thrown`() async throws {
        let service = try await TestService()
        let caller = try service.caller()
        let fault = Fault(.notFound, code: "unknown_sku", message: "no such thing")
        #expect(await reason { try await caller.call(Break(isFault: true)) } == .fault(fault))
        await service.end()
    }

    @Test func `what a handler throws beside faults is internal, logged, and not told`() async throws {
        let service = try await TestService()
        let caller = try service.caller()
        guard case .fault(let fault) = await reason({ try await caller.call(Break(isFault: false)) }) else {
            Issue.record("no fault")
            return
        }
        #expect(fault.status == .internal)
        #expect(!fault.message.contains("Secret"))
        await service.end()
    }

    @Test func `an unknown method is answered at once`() async throws {
        let service = try await TestService()
        let caller = try service.caller()
        let reason = await reason { try await caller.call(method: "test.nothing", body: []) }
        guard case .fault(let fault) = reason else {
            Issue.record("\(String(describing: reason))")
            return
        }
        #expect(fault.status == .unimplemented && fault.code == "unknown_method")
        await service.end()
    }

    @Test func `a call of bytes tells the replica and its times`() async throws {
        let service = try await TestService()
        let caller = try service.caller()
        let answer = try await caller.call(method: "test.echo", body: [UInt8](#"{"text":"a"}"#.utf8))
        #expect(String(decoding: answer.body, as: UTF8.self) == #"{"text":"a"}"#)
        #expect(answer.header.instance == "one")
        #expect(answer.header.workedMicroseconds != nil && answer.header.waitedMicroseconds != nil)
        await service.end()
    }

    @Test(arguments: ["two words", "", "line\nend", String(repeating: "k", count: 129)])
    func `a key that cannot travel is refused at once and holds nobody up`(key: String) async throws {
        let service = try await TestService()
        let caller = try service.caller()
        async let bad = reason { try await caller.call(Change(), key: key, timeoutMilliseconds: 4000) }
        let clock = ContinuousClock()
        let taken = try await clock.measure { _ = try await caller.call(Echo(text: "a")) }
        #expect(taken < .seconds(3))
        guard case .fault(let fault) = await bad else {
            Issue.record("not a fault")
            return
        }
        #expect(fault.status == .invalidArgument)
        await service.end()
    }

    @Test(arguments: [Int.max, 1 << 50, 60_001]) func `a timeout may be of any length`(timeout: Int)
        async throws
    {
        let service = try await TestService()
        let caller = try service.caller()
        #expect(try await caller.call(Echo(text: "a"), timeoutMilliseconds: timeout).text == "a")
        await service.end()
    }

    @Test func `more calls than may be in flight wait for their turn`() async throws {
        let service = try await TestService()
        let caller = try service.caller { $0.inFlightCap = 4 }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<2000 {
                group.addTask {
                    _ = try await caller.call(Echo(text: "\(number)"), timeoutMilliseconds: 30_000)
                }
            }
            try await group.waitForAll()
        }
        await service.end()
    }

    @Test func `a caller that was closed says so`() async throws {
        let service = try await TestService()
        let caller = try service.caller()
        async let pending = reason { try await caller.call(Stay()) }
        try await eventually { service.gate.entered == 1 }
        caller.close()
        #expect(await pending == .closed)
        #expect(await reason { try await caller.call(Echo(text: "a")) } == .closed)
        await service.end()
    }

    @Test func `a call ends when its reactor does`() async throws {
        let service = try await TestService()
        let reactor = try Reactor()
        let caller = try service.caller(on: reactor)
        async let pending = reason { try await caller.call(Stay()) }
        try await eventually { service.gate.entered == 1 }
        await reactor.end()
        #expect(await pending == .closed)
        #expect(await reason { try await caller.call(Echo(text: "a")) } == .closed)
        await service.end()
    }
}
