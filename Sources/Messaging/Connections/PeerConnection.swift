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
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe getpeername(descriptor, address, &length)
            }
        }
        guard result == 0 else { return nil }
        let address = unsafe withUnsafeBytes(of: storage) { bytes in
            unsafe [UInt8](bytes.prefix(Int(min(length, 28))))
        }
        self.init(descriptor: descriptor, address: address)
    }

    /// Whether it has not ended, as far as this machine knows.
    var isThere: Bool { PeerConnection(descriptor: descriptor) == self }

    /// Ends it. libzmq finds it ended, as if the peer had gone, and forgets what it held for it.
    ///
    /// - Parameter resets: whether the other end is told at once, by a reset: one that waits for room to send more would else
    ///   wait for a minute.
    /// - Returns: false when it had ended already.
    @discardableResult
    func cut(resets: Bool = false) -> Bool {
        guard isThere else { return false }
        guard resets else { return shutdown(descriptor, Int32(SHUT_RDWR)) == 0 }
        var reset = linger(l_onoff: 1, l_linger: 0)
        let length = socklen_t(MemoryLayout<linger>.size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &reset, length)
        return shutdown(descriptor, Int32(SHUT_RDWR)) == 0
    }
}
