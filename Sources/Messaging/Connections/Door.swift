#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The listening socket of a bound one, which can let nobody new in for a while, without a change to those who are.
///
/// libzmq listens without end, and to end that (`zmq_unbind`) ends the connections, too. So the system is told to drop what
/// comes from people that are not connected (socket(7), SO_ATTACH_FILTER); they try again after a second.
struct Door {
    private let descriptor: Int32
    private(set) var isShut = false
    /// When it was shut last.
    private(set) var shutNanoseconds: UInt64 = 0

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Elsewhere than on Linux it stays open.
    mutating func shut(nowNanoseconds now: UInt64) {
        guard !isShut else { return }
        shutNanoseconds = now
        #if os(Linux)
        // `struct sock_fprog` of one `struct sock_filter`: BPF_RET | BPF_K, of nothing.
        let nothing: [UInt16] = [0x06, 0, 0, 0]
        isShut = unsafe nothing.withUnsafeBytes { instruction in
            let program: [UInt] = [1, UInt(bitPattern: instruction.baseAddress)]
            return unsafe setsockopt(
                descriptor, SOL_SOCKET, SO_ATTACH_FILTER, program, socklen_t(2 * MemoryLayout<UInt>.size))
                == 0
        }
        #endif
    }

    mutating func open() {
        guard isShut else { return }
        #if os(Linux)
        var unused: Int32 = 0
        unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_DETACH_FILTER, &unused, socklen_t(MemoryLayout<Int32>.size))
        #endif
        isShut = false
    }
}
