import ShopTesting
import Testing
import Threading
import WireProtocol

@testable import Messaging

/// Two replicas, of which one dies or falls silent.
@Suite(.timeLimit(.minutes(1)), .serialized) struct DeadReplicaTests {
    enum Death: String, CaseIterable, Sendable {
        case refuses, isSilent, breaksOff
    }

    @Test(arguments: Death.allCases)
    func `with one dead and one live replica none of a thousand calls fails or waits for the dead one`(
        death: Death
    ) async throws {
        let (dead, live) = (try await ProxiedService("dead"), try await ProxiedService("live"))
        switch death {
        case .refuses: await dead.kill()
        case .isSilent: await dead.proxy.change { $0.isSilent = true }
        case .breaksOff: await dead.proxy.move(toPort: 9)
        }
        let caller = try Caller.test(dead.proxy.endpoint, live.proxy.endpoint)
        try await caller.meet("live")
        // However long the machine takes: who waited for the dead one would be answered by a second attempt, or late.
        for _ in 0..<1000 {
            #expect(try await caller.answering(timeoutMilliseconds: 60_000) == "live")
        }
        #expect(caller.counters["retried"] == 0 && caller.counters["late"] == 0)
        #expect(dead.service.echoes.withLock { $0 } == 0)
        await dead.end()
        await live.end()
    }

    @Test func `a replica killed with a hundred calls in flight costs none of them, and each ends once`()
        async throws
    {
        let (first, second) = (try await ProxiedService("first"), try await ProxiedService("second"))
        await second.proxy.change { $0.refusesConnections = true }
        let caller = try Caller.test(first.proxy.endpoint, second.proxy.endpoint)
        let ends = Task {
            await withTaskGroup(of: CallError.Reason?.self) { group in
                for _ in 0..<100 { group.addTask { await reason { try await caller.call(Stay()) } } }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        try await eventually { first.service.gate.entered == 100 }
        await second.proxy.mend()
        second.service.gate.open()
        try await caller.meet("second")
        await first.kill()
        let all = await ends.value
        #expect(all.count == 100 && all.allSatisfy { $0 == nil })
        #expect(caller.counters["retried"] == 100)
        #expect(second.service.gate.entered == 100)
        await first.end()
        await second.end()
    }

    @Test func `a replica that falls silent is left within its pings, and taken back when it speaks again`()
        async throws
    {
        let (first, second) = (try await ProxiedService("first"), try await ProxiedService("second"))
        let caller = try Caller.test(first.proxy.endpoint, second.proxy.endpoint)
        try await caller.meet("first")
        try await caller.meet("second")
        await first.proxy.change { $0.isSilent = true }
        let silentFrom = ContinuousClock.now
        var lastWait = ContinuousClock.now
        while ContinuousClock.now - silentFrom < .seconds(5) {
            let started = ContinuousClock.now
            #expect(try await caller.answering(timeoutMilliseconds: 5000) == "second")
            if ContinuousClock.now - started > .milliseconds(200) { lastWait = ContinuousClock.now }
        }
        #expect(lastWait - silentFrom < .seconds(4), "calls wait for a silent replica after 4 s")
        #expect(caller.counters["ejected"] > 0)
        await first.proxy.mend()
        try await caller.meet("first")
        await first.end()
        await second.end()
    }

    @Test func `a silent replica that is the only one costs no call more than its deadline`() async throws {
        let only = try await ProxiedService("only")
        let caller = try Caller.test(only.proxy.endpoint)
        try await caller.meet("only")
        await only.proxy.change { $0.isSilent = true }
        let (reason, taken) = await timed {
            await MessagingTests.reason { try await caller.answering(timeoutMilliseconds: 300) }
        }
        #expect(reason == .deadlineExceeded && taken < .milliseconds(800))
        await only.proxy.mend()
        try await eventually(withinMilliseconds: 10_000) {
            await MessagingTests.reason { try await caller.answering(timeoutMilliseconds: 1000) } == nil
        }
        await only.end()
    }
}
