package import Messaging
import Threading

/// Free ports below the ephemeral range: there the system may have given a port to some connection by the time it is
/// bound, and a DEALER could connect to itself.
package enum FreePort {
    /// Apart from where a `FaultProxy` listens.
    private static let range = 10_000..<20_000
    /// Starts anywhere, so that two test runs on one machine do not take the same.
    private static let next = Locked(Int.random(in: range))

    /// A port that nobody else in this process is given.
    package static func take() throws -> Int {
        for _ in range {
            let port = next.withLock { port in
                port = port + 1 < range.upperBound ? port + 1 : range.lowerBound
                return port
            }
            if let socket = try? TCPDescriptor.listening(port: port) {
                socket.close()
                return port
            }
        }
        throw FaultProxyError(description: "no port is free")
    }
}

extension Endpoint {
    /// The same, with a free port in place of any port.
    package func onFreePort() throws -> Endpoint {
        guard case .tcp(let host, port: 0) = transport else { return self }
        return Endpoint(.tcp(host: host, port: try FreePort.take()))
    }
}
