import FoundationEssentials
import Testing
import WireProtocol

@testable import Messaging

/// `SHOP_TEST_CALLS` says how many; a million unless given, ten million in a long run.
@Suite(.timeLimit(.minutes(30))) struct ManyCallsTests {
    private static let calls =
        ProcessInfo.processInfo.environment["SHOP_TEST_CALLS"].flatMap { Int($0) } ?? 1_000_000

    @Test func `of very many calls over 16 tasks none is stuck and none is answered twice`() async throws {
        let service = try await TestService()
        let caller = try service.caller()
        let each = Self.calls / 16
        let answered = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<16 {
                group.addTask {
                    for number in 0..<each {
                        let text = "\(task)/\(number)"
                        guard try await caller.call(Echo(text: text)).text == text else { return number }
                    }
                    return each
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(answered == 16 * each)
        #expect(caller.counters["late"] == 0)
        await service.end()
    }
}
