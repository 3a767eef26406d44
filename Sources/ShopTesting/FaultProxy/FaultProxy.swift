package import Messaging
import Threading

/// A line between a client and a server on loopback that a test can spoil and mend.
///
/// Its port is below the ephemeral range, so that nobody connects to itself while it refuses. A change is in
/// force when its function returns.
package final class FaultProxy: Sendable {
    package let port: Int
    private let inbox: ProxyInbox

    /// - Parameter upstreamPort: where the server listens, on 127.0.0.1.
    package init(upstreamPort: Int) throws {
        let (listener, port) = try Self.listenBelowTheEphemeralPorts()
        let inbox = try ProxyInbox()
        self.port = port
        self.inbox = inbox
        startThread {
            ProxyLoop(listener: listener, port: port, upstreamPort: upstreamPort, inbox: inbox).run()
        }
    }

    deinit { _ = inbox.append { $0.stop() } }

    /// What clients call instead of the server.
    package var endpoint: Endpoint { Endpoint(.tcp(host: "127.0.0.1", port: port)) }

    /// Spoils the line, or mends it.
    package func change(_ body: @escaping @Sendable (inout LineFaults) -> Void) async {
        await perform { $0.change(body) }
    }

    /// The line is well again.
    package func mend() async { await change { $0 = LineFaults() } }

    /// Ends every connection with a reset.
    package func cut() async { await perform { $0.cut() } }

    /// New connections go to another server.
    package func move(toPort port: Int) async { await perform { $0.move(toPort: port) } }

    package var counts: LineCounts {
        get async { await perform { $0.currentCounts } ?? LineCounts() }
    }

    /// Closes everything.
    package func end() async { await perform { $0.stop() } }

    @discardableResult
    private func perform<Value: Sendable>(
        _ work: @escaping @Sendable (ProxyLoop) -> Value
    ) async -> Value? {
        await withCheckedContinuation { continuation in
            let isAccepted = inbox.append { loop in continuation.resume(returning: work(loop)) }
            if !isAccepted { continuation.resume(returning: nil) }
        }
    }

    private static func listenBelowTheEphemeralPorts() throws -> (TCPDescriptor, Int) {
        var lastError = FaultProxyError(description: "no port was tried")
        for _ in 0..<100 {
            let port = Int.random(in: 20_000..<32_768)
            do throws(FaultProxyError) {
                return (try TCPDescriptor.listening(port: port), port)
            } catch {
                lastError = error
            }
        }
        throw lastError
    }
}
