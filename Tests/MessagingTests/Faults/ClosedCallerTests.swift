import ShopTesting
import Testing

@testable import Messaging

@Suite(.timeLimit(.minutes(1)), .serialized) struct ClosedCallerTests {
    @Test func `a closed caller leaves no connection behind and makes no new one`() async throws {
        let service = try await ProxiedService("one")
        let reactor = try Reactor()
        let caller = try Caller.test(service.proxy.endpoint, on: reactor)
        try await caller.meet("one")
        caller.close()
        try await eventually { await service.proxy.counts.connectionsOpen == 0 }
        // One that is made later is the second, on the same reactor.
        let other = try Caller.test(service.proxy.endpoint, on: reactor)
        try await other.meet("one")
        #expect(await service.proxy.counts.connectionsAccepted == 2)
        await reactor.end()
        try await eventually { await service.proxy.counts.connectionsOpen == 0 }
        await service.end()
    }
}
