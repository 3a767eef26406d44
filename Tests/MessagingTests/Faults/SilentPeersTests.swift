import Testing
import WireProtocol
import ZeroMQ

@testable import Messaging
@testable import ShopTesting

@Suite(.timeLimit(.minutes(1)), .serialized) struct SilentPeersTests {
    @Test func `two hundred peers that never speak are hung up on, and hold up nobody meanwhile`()
        async throws
    {
        let service = try await TestService()
        let peers = try (0..<200).map { _ in try TCPDescriptor.connecting(port: service.endpoint.tcpPort) }
        let caller = try service.caller()
        #expect(try await caller.call(Echo(text: "a")).text == "a")
        // libzmq greets first, and ends a connection whose handshake is not done in 3 s.
        try await eventually(withinMilliseconds: 10_000) { peers.allSatisfy(\.hasEnded) }
        #expect(try await caller.call(Echo(text: "b")).text == "b")
        for peer in peers { peer.close() }
        await service.end()
    }
}

extension TCPDescriptor {
    /// Whether the other side has hung up; what it said before is dropped.
    fileprivate var hasEnded: Bool {
        var buffer = [UInt8](repeating: 0, count: 1024)
        while true {
            switch receive(into: &buffer) {
            case .bytes: continue
            case .wouldBlock: return false
            case .ended, .failed: return true
            }
        }
    }
}
