import ShopTesting
import Testing
import WireProtocol

@testable import Messaging

/// A service behind a name, whose addresses change or whose name server falls mute.
@Suite(.timeLimit(.minutes(1)), .serialized) struct MovingServiceTests {
    /// Two services with one port at two addresses, and a resolver that knows the first.
    struct Shop: Sendable {
        let resolver: FakeResolver
        let first: TestService
        let second: TestService
        let caller: Caller

        init(_ more: Endpoint..., adjust: (inout CallerSettings) -> Void = { _ in }) async throws {
            resolver = FakeResolver(["shop": .addresses(["127.0.0.1"])])
            first = try await TestService(instance: "first")
            let port = first.endpoint.tcpPort
            second = try await TestService(
                at: Endpoint(.tcp(host: "127.0.0.2", port: port)), instance: "second")
            var settings = CallerSettings(
                service: "test", endpoints: more + [Endpoint(.tcp(host: "shop", port: port))])
            settings.resolveMilliseconds = 100
            adjust(&settings)
            caller = Caller(settings, reactor: try Reactor(), resolver: resolver)
        }

        func end() async {
            await first.end()
            await second.end()
        }
    }

    @Test func `a service that moved is found at its new address, and no call fails`() async throws {
        let shop = try await Shop()
        #expect(try await shop.caller.answering() == "first")
        shop.resolver.set("shop", .addresses(["127.0.0.2"]))
        await shop.first.end()
        let (instance, taken) = try await timed { try await shop.caller.answering() }
        #expect(instance == "second" && taken < .seconds(2))
        for _ in 0..<100 { #expect(try await shop.caller.answering() == "second") }
        await shop.second.end()
    }

    @Test func `new addresses share the load without a restart`() async throws {
        let shop = try await Shop()
        #expect(try await shop.caller.answering() == "first")
        shop.resolver.set("shop", .addresses(["127.0.0.1", "127.0.0.2"]))
        try await shop.caller.meet("second", withinMilliseconds: 2000)
        try await shop.caller.meet("first", withinMilliseconds: 2000)
        await shop.end()
    }

    @Test func `an address that vanished while it answers goes on answering`() async throws {
        let shop = try await Shop()
        shop.resolver.set("shop", .addresses(["127.0.0.1", "127.0.0.2"]))
        try await shop.caller.meet("first")
        try await shop.caller.meet("second")
        shop.resolver.set("shop", .addresses(["127.0.0.2"]))
        let asked = shop.resolver.asked("shop")
        try await eventually {
            _ = try await shop.caller.answering(); return shop.resolver.asked("shop") > asked + 1
        }
        try await shop.caller.meet("first")
        // Once it is gone nobody knocks there any more, also when somebody else answers.
        await shop.first.end()
        try await shop.caller.meet("second")
        let endpoint = Endpoint(.tcp(host: "127.0.0.1", port: shop.first.endpoint.tcpPort))
        let other = try await TestService(at: endpoint, instance: "other")
        for _ in 0..<300 { #expect(try await shop.caller.answering() == "second") }
        await other.end()
        await shop.second.end()
    }

    @Test func `a mute name server stalls no connected replica`() async throws {
        let shop = try await Shop()
        #expect(try await shop.caller.answering() == "first")
        shop.resolver.set("shop", .mute)
        let asked = shop.resolver.asked("shop")
        try await eventually {
            _ = try await shop.caller.answering(); return shop.resolver.asked("shop") > asked
        }
        let slowest = try await slowest(of: 300, shop.caller)
        #expect(slowest < .milliseconds(500))
        // One look-up waits, not a pile of them.
        #expect(shop.resolver.asked("shop") <= asked + 2)
        shop.resolver.set("shop", .unknown)
        await shop.end()
    }

    @Test(arguments: [FakeResolver.Answer.mute, .unknown, .addresses([])])
    func `a dead name beside a live one slows no call`(answer: FakeResolver.Answer) async throws {
        let shop = try await Shop(Endpoint(.tcp(host: "nowhere", port: 7010)))
        shop.resolver.set("nowhere", answer)
        #expect(try await shop.caller.answering() == "first")
        #expect(try await slowest(of: 300, shop.caller) < .milliseconds(500))
        shop.resolver.set("nowhere", .unknown)
        await shop.end()
    }

    @Test func `a name that becomes known while a call waits is in time for it`() async throws {
        let shop = try await Shop()
        shop.resolver.set("shop", .unknown)
        async let answering = shop.caller.answering()
        try await eventually { shop.resolver.asked("shop") > 1 }
        shop.resolver.set("shop", .addresses(["127.0.0.2"]))
        #expect(try await answering == "second")
        #expect(shop.caller.counters["unresolved"] > 0)
        await shop.end()
    }

    @Test func `a name that nobody calls is not looked up`() async throws {
        let shop = try await Shop()
        #expect(shop.resolver.asked("shop") == 0)
        #expect(try await shop.caller.answering() == "first")
        // The clock of this wait is the look-up of another caller.
        let other = try await Shop { $0.resolveMilliseconds = 10 }
        other.resolver.set("shop", .unknown)
        #expect(await reason { try await other.caller.answering(timeoutMilliseconds: 800) } == .unreachable)
        #expect(other.resolver.asked("shop") > 10)
        #expect(shop.resolver.asked("shop") <= 2)
        await shop.end()
        await other.end()
    }

    @Test func `a numeric address is connected to without any look-up`() async throws {
        let service = try await TestService()
        let resolver = FakeResolver(["127.0.0.1": .mute, "localhost": .mute])
        let local = Endpoint(.tcp(host: "localhost", port: service.endpoint.tcpPort))
        for endpoint in [service.endpoint, local] {
            let caller = try Caller.test(endpoint, resolver: resolver)
            #expect(try await caller.answering() == "one")
        }
        #expect(resolver.asked("127.0.0.1") == 0 && resolver.asked("localhost") == 0)
        await service.end()
    }

    @Test func `a process ends while its name server is mute`() async throws {
        let reactor = try Reactor()
        let resolver = FakeResolver(["shop": .mute])
        let caller = try Caller.test(
            Endpoint(.tcp(host: "shop", port: 7010)), on: reactor, resolver: resolver)
        async let pending = reason { try await caller.answering() }
        try await eventually { resolver.asked("shop") == 1 }
        let taken = await ContinuousClock().measure { await reactor.end() }
        #expect(taken < .seconds(1))
        #expect(await pending == .closed)
        resolver.set("shop", .unknown)
    }

    @Test func `an IPv6 address is called like any other`() async throws {
        let service = try await TestService(at: Endpoint(.tcp(host: "[::1]", port: 0)))
        let port = service.endpoint.tcpPort
        let resolver = FakeResolver(["shop": .addresses(["::1"])])
        for host in ["[::1]", "shop"] {
            let caller = try Caller.test(Endpoint(.tcp(host: host, port: port)), resolver: resolver)
            #expect(try await caller.answering() == "one")
        }
        await service.end()
    }

    private func slowest(of calls: Int, _ caller: Caller) async throws -> Duration {
        var slowest = Duration.zero
        for _ in 0..<calls {
            slowest = max(slowest, try await ContinuousClock().measure { _ = try await caller.answering() })
        }
        return slowest
    }
}
