#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// One connection of a bound socket, by its descriptor and the address at its other end.
///
/// libzmq owns the descriptor and may give it back at any moment; the address tells this connection from a later one
/// that was given the same number.
struct PeerConnection: Hashable, Sendable {
    let descriptor: Int32
    private let address: [UInt8]

    init(descriptor: Int32, address: [UInt8]) {
        self.descriptor = descriptor
        self.address = address
    }

    /// Nil when there is no connection behind the descriptor (any more).
    init?(descriptor: Int32) {
        guard let address = Self.address({ unsafe getpeername(descriptor, $0, $1) }) else { return nil }
        self.init(descriptor: descriptor, address: address)
    }

    /// Our end's: of all connections that one listening socket has accepted, the same port.
    var localPort: Int? {
        // A family, which has two bytes everywhere, and the port in network order, over IPv4 and IPv6.
        Self.address { unsafe getsockname(descriptor, $0, $1) }.flatMap { address in
            address.count > 4 ? Int(address[2]) << 8 | Int(address[3]) : nil
        }
    }

    private static func address(
        _ name: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> [UInt8]? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe name($0, &length) }
        }
        guard result == 0 else { return nil }
        return unsafe withUnsafeBytes(of: storage) { bytes in
            unsafe [UInt8](bytes.prefix(Int(min(length, 28))))
        }
    }

    /// Whether it has not ended, as far as this machine knows.
    var isThere: Bool { PeerConnection(descriptor: descriptor) == self }

    /// Ends it. libzmq finds it ended, as if the peer had gone, and forgets what it held for it.
    ///
    /// - Returns: false when it had ended already.
    @discardableResult
    func cut() -> Bool {
        guard isThere else { return false }
        // The other end is told at once, by a reset: one that waits for room to send more would else wait for a minute.
        var reset = linger(l_onoff: 1, l_linger: 0)
        let length = socklen_t(MemoryLayout<linger>.size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &reset, length)
        return shutdown(descriptor, Int32(SHUT_RDWR)) == 0
    }
}
