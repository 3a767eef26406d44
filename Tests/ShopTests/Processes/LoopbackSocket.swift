import Foundation
import Threading

/// A bare TCP socket bound to the loopback address.
final class LoopbackSocket: Sendable {
    let port: Int
    private let descriptors: Locked<[Int32]>

    init(port: Int) throws {
        self.port = port
        let descriptor = Self.make()
        descriptors = Locked([descriptor])
        guard Self.withAddress(port, { bind(descriptor, $0, $1) }) == 0 else {
            close()
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EADDRINUSE)
        }
    }

    deinit { close() }

    func close() {
        let open = descriptors.withLock { descriptors in
            defer { descriptors = [] }
            return descriptors
        }
        for descriptor in open { Foundation.close(descriptor) }
    }

    /// Whoever connects is taken in by the system, and never hears a word.
    func listenInSilence() { descriptors.withLock { _ = listen($0[0], 1024) } }

    /// The queue is full, so the system answers no further attempt to connect: as an address without a route.
    func listenWithFullQueue() throws {
        descriptors.withLock { _ = listen($0[0], 0) }
        for _ in 0..<16 {
            let client = Self.make()
            _ = fcntl(client, F_SETFL, O_NONBLOCK)
            descriptors.withLock { $0.append(client) }
            _ = Self.withAddress(port) { connect(client, $0, $1) }
            var poll = pollfd(fd: client, events: Int16(POLLOUT), revents: 0)
            if Foundation.poll(&poll, 1, 200) == 0 { return }
        }
        throw NeverHappened(description: "the queue of port \(port) is never full")
    }

    private static func make() -> Int32 {
        #if canImport(Darwin)
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    private static func withAddress(
        _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
