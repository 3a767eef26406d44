import ShopTesting
import Testing
import WireProtocol
import ZeroMQ

@testable import Messaging

/// A caller that does not wait for its service tells why there is no connection.
@Suite(.timeLimit(.minutes(1))) struct HopelessCallsTests {
    /// Far more than any test waits: who ends sooner ended by itself.
    private static let patience = 50_000

    private func end(of caller: Caller) async -> CallError.Reason? {
        await reason { try await caller.call(Echo(text: "a"), timeoutMilliseconds: Self.patience) }
    }

    @Test func `a refused connection ends the calls at once, now and later`() async throws {
        let caller = try Caller.test(Endpoint.anyFixedPort) { $0.waitsForService = false }
        #expect(await end(of: caller) == .notConnected(.refused))
        #expect(await end(of: caller) == .notConnected(.refused))
    }

    @Test func `a service that comes is called again after a refusal`() async throws {
        let endpoint = try Endpoint.anyFixedPort
        let caller = try Caller.test(endpoint) { $0.waitsForService = false }
        #expect(await end(of: caller) == .notConnected(.refused))
        let service = try await TestService(at: endpoint)
        try await eventually { await end(of: caller) == nil }
        await service.end()
    }

    private struct Nowhere: Resolver {
        func addresses(of host: String) throws(ResolutionError) -> [String] {
            throw ResolutionError(host: host, reason: "unknown")
        }
    }

    @Test func `an unknown host ends the calls at once`() async throws {
        let caller = try Caller.test(
            Endpoint(.tcp(host: "nowhere.invalid", port: 7010)), resolver: Nowhere()
        ) { $0.waitsForService = false }
        #expect(await end(of: caller) == .notConnected(.unknownHost))
    }

    @Test func `a socket that takes no calls is told from a service`() async throws {
        let context = try Context()
        let publisher = try Publisher(context)
        try publisher.bind("tcp://127.0.0.1:*")
        let caller = try Caller.test(Endpoint(bound: publisher.lastEndpoint)) {
            $0.waitsForService = false
        }
        #expect(await end(of: caller) == .notConnected(.notAService))
        withExtendedLifetime(publisher) {}
    }

    @Test func `while one replica may come the calls wait`() async throws {
        let service = try await TestService()
        let caller = try Caller.test(Endpoint.anyFixedPort, service.endpoint) { $0.waitsForService = false }
        for _ in 0..<5 { #expect(await end(of: caller) == nil) }
        await service.end()
    }
}

@Suite struct ConnectionAttemptsTests {
    @Test func `who accepts connections and says nothing is silent, which may change`() {
        var attempts = ConnectionAttempts()
        attempts.began(atNanoseconds: 0)
        attempts.closed(atNanoseconds: 1)
        attempts.connected()
        #expect(attempts.problem == .silent)
        #expect(attempts.problem?.isCertain == false)
        attempts.handshakeSucceeded()
        #expect(attempts.problem == nil)
    }

    @Test func `an attempt that ends late was not refused`() {
        var attempts = ConnectionAttempts()
        attempts.began(atNanoseconds: 0)
        attempts.closed(atNanoseconds: 2_000_000_000)
        #expect(attempts.problem == nil)
        attempts.closed(atNanoseconds: 2_100_000_000)
        #expect(attempts.problem == .refused)
    }

    @Test func `who hangs up once may be ending, twice without an answer is no service`() {
        var attempts = ConnectionAttempts()
        for expected in [nil, .notAService] as [ConnectionProblem?] {
            attempts.connected()
            attempts.handshakeSucceeded()
            attempts.disconnected()
            #expect(attempts.problem == expected)
        }
        attempts.connected()
        attempts.handshakeSucceeded()
        attempts.answered()
        attempts.disconnected()
        #expect(attempts.problem == nil)
    }
}
