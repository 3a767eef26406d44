import ShopTesting
import Synchronization
import Testing
import WireProtocol

@testable import Messaging

/// How calls are shared out among replicas, and what callers add to the load of those that struggle.
@Suite(.timeLimit(.minutes(1)), .serialized) struct ReplicaLoadTests {
    @Test func `most calls go to the replica that is not delayed, and to both when the delay is gone`()
        async throws
    {
        let (slow, fast) = (try await ProxiedService("slow"), try await ProxiedService("fast"))
        let caller = try Caller.test(slow.proxy.endpoint, fast.proxy.endpoint) { $0.pingMilliseconds = 200 }
        try await caller.meet("slow")
        try await caller.meet("fast")
        await slow.proxy.change { $0.delayToClientMilliseconds = 50 }
        let shares = try await share(caller, calls: 2000)
        #expect(shares["fast", default: 0] > 1800)
        await slow.proxy.mend()
        // Its pings tell that it is quick again.
        try await eventually(withinMilliseconds: 10_000) {
            try await share(caller, calls: 200)["slow", default: 0] > 40
        }
        await slow.end()
        await fast.end()
    }

    private func share(_ caller: Caller, calls: Int) async throws -> [String: Int] {
        try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<8 { group.addTask { try await caller.answering() } }
            var shares: [String: Int] = [:]
            for number in 0..<calls {
                guard let instance = try await group.next() else { break }
                shares[instance ?? "", default: 0] += 1
                if number + 8 < calls { group.addTask { try await caller.answering() } }
            }
            return shares
        }
    }

    /// A replica that can do nothing, and counts how often it was asked.
    struct Struggle: Request {
        static let method = "test.struggle"
        typealias Reply = Empty
    }

    final class Attempts: Sendable {
        let count = Atomic(0)

        var handlers: Handlers {
            var handlers = Handlers()
            handlers.on(Struggle.self) { _, _ in
                self.count.add(1, ordering: .relaxed)
                throw Fault(
                    .unavailable, code: "store_unavailable", message: "the disk is full", retryable: true)
            }
            return handlers
        }
    }

    @Test func `when all replicas fail, attempts stay within a fifth more than calls and the cap`()
        async throws
    {
        let attempts = Attempts()
        let first = try await ProxiedService("first", more: attempts.handlers)
        let second = try await ProxiedService("second", more: attempts.handlers)
        let caller = try Caller.test(first.proxy.endpoint, second.proxy.endpoint) { $0.inFlightCap = 20 }
        try await caller.meet("first")
        try await caller.meet("second")
        let calls = 1000
        for _ in 0..<calls {
            let reason = await reason { try await caller.call(Struggle()) }
            guard case .fault(let fault) = reason else {
                Issue.record("\(String(describing: reason))")
                continue
            }
            #expect(fault.code == "store_unavailable")
        }
        let made = attempts.count.load(ordering: .relaxed)
        // The calls before, which met both, have filled the bucket at most to its cap.
        #expect(made > calls && made <= calls * 12 / 10 + 20)
        #expect(caller.counters["retried"] == made - calls)
        await first.end()
        await second.end()
    }

    @Test func `one call that every replica refuses is not sent round and round`() async throws {
        let attempts = Attempts()
        let first = try await ProxiedService("first", more: attempts.handlers)
        let second = try await ProxiedService("second", more: attempts.handlers)
        let caller = try Caller.test(first.proxy.endpoint, second.proxy.endpoint)
        try await caller.meet("first")
        try await caller.meet("second")
        #expect(await reason { try await caller.call(Struggle()) } != nil)
        #expect(attempts.count.load(ordering: .relaxed) == 3)
        await first.end()
        await second.end()
    }

    @Test func `a replica that refuses quickly draws no calls from the one that works`() async throws {
        let failing = Attempts()
        var working = Handlers()
        working.on(Struggle.self) { _, _ in .init() }
        let first = try await ProxiedService("first", more: failing.handlers)
        let second = try await ProxiedService("second", more: working)
        let caller = try Caller.test(first.proxy.endpoint, second.proxy.endpoint)
        try await caller.meet("first")
        try await caller.meet("second")
        for _ in 0..<500 { _ = try await caller.call(Struggle()) }
        #expect(failing.count.load(ordering: .relaxed) <= 500)
        await first.end()
        await second.end()
    }

    @Test func `a service's stats tell of the calls that it makes itself`() async throws {
        let service = try await ProxiedService("one")
        var settings = CallerSettings(service: "test", endpoints: [service.proxy.endpoint])
        settings.pingMilliseconds = 100
        let caller = Caller(settings, reactor: try Reactor(), counters: service.service.counters)
        try await caller.meet("one")
        await service.proxy.change { $0.isSilent = true }
        try await eventually { service.service.counters["ejected"] == 1 }
        let observer = try service.service.caller()
        let stats = try await observer.call(SystemStats())
        #expect(stats.counters["ejected"] == 1)
        let words = ["late", "dropped", "retried", "ejected", "refused", "expired"]
        #expect(words.allSatisfy { stats.counters[$0] != nil })
        await service.end()
    }
}
