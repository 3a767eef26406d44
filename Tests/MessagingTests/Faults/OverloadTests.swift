import Testing
import Threading
import WireProtocol
import ZeroMQ

@testable import Messaging

/// More calls than a service can answer.
@Suite(.timeLimit(.minutes(2)), .serialized) struct OverloadTests {
    /// What all calls need and only one can have at a time, as a database is.
    actor Bottleneck {
        private let thread = ThreadExecutor()
        nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
        private let pause = PollSet()

        func toil() { _ = try? pause.wait(timeoutMilliseconds: 2) }
    }

    enum Work: String, CaseIterable, Sendable {
        /// Waits for its turn at one resource.
        case waits
        /// Keeps a thread of the task pool busy.
        case computes
    }

    private func handlers(_ work: Work) -> Handlers {
        var handlers = Handlers()
        let bottleneck = Bottleneck()
        handlers.on(Toil.self) { _, _ in
            switch work {
            case .waits: await bottleneck.toil()
            case .computes:
                let end = ContinuousClock.now + .milliseconds(4)
                while ContinuousClock.now < end {}
            }
            return Empty()
        }
        return handlers
    }

    @Test(arguments: Work.allCases)
    func `at twice its capacity a service answers four fifths of it in time and refuses the rest at once`(
        work: Work
    ) async throws {
        let service = try await TestService(more: handlers(work))
        let capacity = try await capacity(of: service)
        let (ttl, seconds) = (250, 20)
        let load = try OpenLoop(to: service.endpoint)
        let before = try residentKilobytes()
        let result = try await load.run(
            Toil.method, callsPerSecond: capacity * 2, for: .seconds(seconds), ttlMilliseconds: ttl)
        let inTime = result.answered(within: .milliseconds(ttl))
        #expect(
            Double(inTime) >= 0.8 * capacity * Double(seconds),
            "\(inTime) of \(capacity * Double(seconds)), sent \(result.sent)")
        #expect(result.retryAfters == result.refused.count)
        // Of those that are let in, hardly any is in vain.
        #expect(result.answered.count - inTime + result.expired < result.sent / 20)
        let slow = result.refused.count { $0 > .milliseconds(100) }
        #expect(slow <= result.refused.count / 100, "\(slow) of \(result.refused.count) refused late")
        #expect(service.counters["refused"] == result.refused.count)
        #expect(service.counters["expired"] == result.expired)
        #expect(try residentKilobytes() - before < 32_000)
        await service.end()
    }

    /// Calls a second, with always a few at work.
    private func capacity(of service: TestService) async throws -> Double {
        let caller = try service.caller()
        _ = try await caller.call(Toil())
        let calls = 300
        let taken = try await ContinuousClock().measure {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        for _ in 0..<calls / 4 { _ = try await caller.call(Toil()) }
                    }
                }
                try await group.waitForAll()
            }
        }
        caller.close()
        return Double(calls) / (taken / .seconds(1))
    }

    /// What the process has in memory.
    private func residentKilobytes() throws -> Int {
        let status = try ProcessStatus.text()
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return try #require(Int(line.filter(\.isNumber)))
    }
}
