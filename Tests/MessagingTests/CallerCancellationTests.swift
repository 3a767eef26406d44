import Testing
import WireProtocol

@testable import Messaging

@Suite(.timeLimit(.minutes(1))) struct CallerCancellationTests {
    @Test func `cancelling a task ends its handler too`() async throws {
        let service = try await TestService()
        let caller = try service.caller()
        let task = Task { await reason { try await caller.call(Stay()) } }
        try await eventually { service.gate.entered == 1 }
        task.cancel()
        #expect(await task.value == .cancelled)
        try await eventually { service.gate.cancelled == 1 }
        try await eventually { service.counters["cancelled"] == 1 }
        await service.end()
    }

    @Test func `a task that is cancelled already does not call`() async throws {
        let service = try await TestService()
        let caller = try service.caller()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await reason { try await caller.call(Stay(), timeoutMilliseconds: 60_000) }
        }
        #expect(await task.value == .cancelled)
        await service.end()
    }

    @Test func `cancelling at the instant of the reply ends a call once`() async throws {
        let service = try await TestService()
        let caller = try service.caller()
        var answered = 0
        for round in 0..<500 {
            let task = Task { await reason { try await caller.call(Echo(text: "a")) } }
            for _ in 0..<(round % 20) { await Task.yield() }
            task.cancel()
            let end = await task.value
            #expect(end == nil || end == .cancelled)
            if end == nil { answered += 1 }
        }
        #expect(try await caller.call(Echo(text: "after")).text == "after")
        await service.end()
    }

    @Test func `cancelling a call that waits for nobody ends it at once`() async throws {
        let caller = try Caller.test(Endpoint(.tcp(host: "127.0.0.1", port: 9)))
        let task = Task { await reason { try await caller.call(Stay(), timeoutMilliseconds: 60_000) } }
        await Task.yield()
        task.cancel()
        #expect(await task.value == .cancelled)
    }
}
