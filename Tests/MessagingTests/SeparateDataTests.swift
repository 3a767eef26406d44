import Testing
import Threading
import WireProtocol

@testable import Messaging

/// Replicas that say which data they answer from.
@Suite(.timeLimit(.minutes(1))) struct SeparateDataTests {
    @Test func `replicas with data of their own are not called, until all but one have ended`() async throws {
        let (one, two) = (
            try await TestService(instance: "one", store: "a"),
            try await TestService(instance: "two", store: "b")
        )
        let caller = try Caller.test(one.endpoint, two.endpoint)
        for _ in 0..<3 {
            let error = await #expect(throws: CallError.self) {
                _ = try await caller.call(Echo(text: "x"), timeoutMilliseconds: 60_000)
            }
            #expect(error?.reason == .notConnected(.separateData))
            #expect(error?.description.contains("do not share their data") == true)
        }
        #expect(one.echoes.withLock { $0 } + two.echoes.withLock { $0 } == 0)
        await two.end()
        try await eventually { (try? await caller.call(Echo(text: "x"))) != nil }
        caller.close()
        await one.end()
    }

    @Test(arguments: [("a", "a"), ("a", nil), (nil, nil)] as [(String?, String?)])
    func `replicas with the same data, or none, share the calls`(first: String?, second: String?) async throws
    {
        let (one, two) = (
            try await TestService(instance: "one", store: first),
            try await TestService(instance: "two", store: second)
        )
        let caller = try Caller.test(one.endpoint, two.endpoint)
        try await eventually {
            _ = try await caller.call(Echo(text: "x"))
            return one.echoes.withLock { $0 } > 0 && two.echoes.withLock { $0 } > 0
        }
        caller.close()
        await one.end()
        await two.end()
    }
}
