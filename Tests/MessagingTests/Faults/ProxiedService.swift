import ShopTesting
import Testing
import WireProtocol

@testable import Messaging

/// A service that is called through a fault proxy.
struct ProxiedService: Sendable {
    let service: TestService
    let proxy: FaultProxy

    init(_ instance: String, more: Handlers = Handlers()) async throws {
        service = try await TestService(instance: instance, more: more)
        proxy = try FaultProxy(upstreamPort: service.endpoint.tcpPort)
    }

    /// What a client sees of a killed process: connections break, and new ones are refused.
    func kill() async {
        await proxy.change { $0.refusesConnections = true }
        await proxy.cut()
    }

    func end() async {
        await proxy.end()
        await service.end()
    }
}

extension Endpoint {
    var tcpPort: Int {
        guard case .tcp(_, let port) = transport else { return 0 }
        return port
    }
}

extension Caller {
    /// Which replica answers an echo.
    func answering(timeoutMilliseconds: Int = 5000) async throws -> String? {
        try await call(
            method: Echo.method, body: [UInt8](#"{"text":"a"}"#.utf8), repetition: .harmless,
            timeoutMilliseconds: timeoutMilliseconds
        ).header.instance
    }

    /// Waits until this replica answers.
    func meet(_ instance: String, withinMilliseconds milliseconds: Int = 10_000) async throws {
        try await eventually(withinMilliseconds: milliseconds) { try await answering() == instance }
    }
}

/// What `work` returned, and how long it took.
func timed<Value>(_ work: () async throws -> Value) async rethrows -> (value: Value, taken: Duration) {
    let started = ContinuousClock.now
    let value = try await work()
    return (value, ContinuousClock.now - started)
}
