import Foundation
import Threading

/// Free ports below the ephemeral range, where a DEALER could connect to itself.
enum FreePort {
    private static let range = 10_000..<20_000
    /// Starts anywhere, so that two test runs on one machine do not take the same.
    private static let next = Locked(Int.random(in: range))

    static func take() throws -> Int {
        for _ in range {
            let port = next.withLock { port in
                port = port + 1 < range.upperBound ? port + 1 : range.lowerBound
                return port
            }
            if let socket = try? LoopbackSocket(port: port) {
                socket.close()
                return port
            }
        }
        throw NeverHappened(description: "no port is free")
    }
}
