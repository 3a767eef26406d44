#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What the system knows of a TCP connection at one moment.
struct ConnectionSample: Sendable, Equatable {
    /// Since the connection began.
    var receivedBytes: UInt64
    /// Sent by us, and arrived at the other end.
    var acknowledgedBytes: UInt64
    /// Whether something was sent that has not arrived, or waits to be sent.
    var isOwed: Bool
    /// Since something was sent last, by either.
    var idleMilliseconds: Int
}

extension ConnectionSample {
    /// Nil when the connection has ended, or where the system does not tell (it is none of TCP, or this is not Linux).
    init?(of peer: PeerConnection) {
        #if os(Linux)
        var bytes = [UInt8](repeating: 0, count: Field.end)
        var length = socklen_t(bytes.count)
        guard peer.isThere,
            unsafe getsockopt(peer.descriptor, Int32(IPPROTO_TCP), Field.tcpInfo, &bytes, &length) == 0,
            Int(length) >= Field.end
        else { return nil }
        func number<Number: FixedWidthInteger>(at offset: Int) -> Number {
            unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
        }
        let (unacknowledged, unsent): (UInt32, UInt32) = (
            number(at: Field.unacknowledged), number(at: Field.unsentBytes)
        )
        let (sent, received): (UInt32, UInt32) = (
            number(at: Field.lastDataSent), number(at: Field.lastDataReceived)
        )
        self.init(
            receivedBytes: number(at: Field.bytesReceived),
            acknowledgedBytes: number(at: Field.bytesAcknowledged),
            isOwed: unacknowledged > 0 || unsent > 0, idleMilliseconds: Int(min(sent, received)))
        #else
        return nil
        #endif
    }

    /// Where the fields stand in the kernel's `struct tcp_info` (linux/tcp.h), which only ever grows at its end. The C
    /// library's own copy of it ends before those that are needed here.
    private enum Field {
        static let tcpInfo: Int32 = 11
        static let unacknowledged = 24
        static let lastDataSent = 44
        static let lastDataReceived = 52
        static let bytesAcknowledged = 120
        static let bytesReceived = 128
        static let unsentBytes = 144
        static let end = 148
    }
}
