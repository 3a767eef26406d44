import Testing
import WireProtocol

@testable import Messaging

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite(.timeLimit(.minutes(1))) struct ReactorExecutorTests {
    @Test func `a task that prefers the reactor runs on its thread, also after it waited`() async throws {
        let reactor = try Reactor()
        let own = await reactor.performing { _ in isThisThread() }
        let task = Task(executorPreference: reactor) {
            let before = own?() == true
            await Task.yield()
            return (before, own?() == true)
        }
        let (before, after) = await task.value
        #expect(before && after)
    }

    @Test func `calls from tasks on the reactor are answered`() async throws {
        let service = try await TestService()
        let caller = try service.caller()
        let task = Task(executorPreference: caller.reactor) {
            var texts: [String] = []
            for number in 0..<100 { texts.append(try await caller.call(Echo(text: "\(number)")).text) }
            return texts
        }
        #expect(try await task.value == (0..<100).map { "\($0)" })
        await service.end()
    }

    @Test func `a task comes to its end though the reactor has ended`() async throws {
        let reactor = try Reactor()
        await reactor.end()
        let task = Task(executorPreference: reactor) { 7 }
        #expect(await task.value == 7)
    }
}

/// Remembers the thread that it is called on, and tells whether it is called there again.
private func isThisThread() -> @Sendable () -> Bool {
    let thread = UInt(pthread_self())
    return { UInt(pthread_self()) == thread }
}
