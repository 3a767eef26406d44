#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A non-blocking TCP socket on loopback.
struct TCPDescriptor: Hashable, Sendable {
    let number: Int32

    /// How an attempt to read or write ended.
    enum Outcome {
        case bytes(Int)
        case wouldBlock
        case ended
        case failed
    }

    private init(number: Int32) {
        self.number = number
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }

    private static func open() throws(FaultProxyError) -> TCPDescriptor {
        #if canImport(Glibc)
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let number = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard number >= 0 else { throw FaultProxyError("open a socket") }
        let descriptor = TCPDescriptor(number: number)
        #if canImport(Darwin)
        descriptor.set(SOL_SOCKET, SO_NOSIGPIPE, 1)
        #endif
        return descriptor
    }

    /// - Parameter port: 0 for any free one.
    static func listening(port: Int) throws(FaultProxyError) -> TCPDescriptor {
        let descriptor = try open()
        descriptor.set(SOL_SOCKET, SO_REUSEADDR, 1)
        let isBound = withLoopback(port: port) { bind(descriptor.number, $0, $1) == 0 }
        guard isBound, listen(descriptor.number, 256) == 0 else {
            let error = FaultProxyError("listen at port \(port)")
            descriptor.close()
            throw error
        }
        return descriptor
    }

    /// The connection is made in the background; its failure shows when it is read.
    static func connecting(port: Int) throws(FaultProxyError) -> TCPDescriptor {
        let descriptor = try open()
        descriptor.sendAtOnce()
        let result = withLoopback(port: port) { connect(descriptor.number, $0, $1) }
        guard result == 0 || errno == EINPROGRESS else {
            let error = FaultProxyError("connect to port \(port)")
            descriptor.close()
            throw error
        }
        return descriptor
    }

    func accept() -> TCPDescriptor? {
        #if canImport(Glibc)
        let accepted = Glibc.accept(number, nil, nil)
        #else
        let accepted = Darwin.accept(number, nil, nil)
        #endif
        guard accepted >= 0 else { return nil }
        let descriptor = TCPDescriptor(number: accepted)
        descriptor.sendAtOnce()
        return descriptor
    }

    func receive(into buffer: inout [UInt8]) -> Outcome {
        let count = recv(number, &buffer, buffer.count, 0)
        return count == 0 ? .ended : outcome(count)
    }

    func send(_ bytes: ArraySlice<UInt8>) -> Outcome {
        #if canImport(Glibc)
        let flags = Int32(MSG_NOSIGNAL)
        #else
        let flags: Int32 = 0
        #endif
        return outcome(
            bytes.withUnsafeBytes { buffer in
                #if canImport(Glibc)
                Glibc.send(number, buffer.baseAddress, buffer.count, flags)
                #else
                Darwin.send(number, buffer.baseAddress, buffer.count, flags)
                #endif
            })
    }

    private func outcome(_ count: Int) -> Outcome {
        if count >= 0 { return .bytes(count) }
        return [EAGAIN, EWOULDBLOCK, EINTR, EINPROGRESS, ENOTCONN].contains(errno) ? .wouldBlock : .failed
    }

    /// Says the last word of this direction (FIN).
    func endSending() { _ = shutdown(number, Int32(SHUT_WR)) }

    func close() {
        #if canImport(Glibc)
        _ = Glibc.close(number)
        #else
        _ = Darwin.close(number)
        #endif
    }

    /// Closes with a reset: the peer sees an error at once and loses what it had not read.
    func reset() {
        var zero = linger(l_onoff: 1, l_linger: 0)
        _ = setsockopt(number, SOL_SOCKET, SO_LINGER, &zero, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    private func sendAtOnce() { set(Int32(IPPROTO_TCP), TCP_NODELAY, 1) }

    private func set(_ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        _ = setsockopt(number, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func withLoopback<Value>(
        port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
    ) -> Value {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

/// The system refused the proxy a socket.
package struct FaultProxyError: Error, Sendable, CustomStringConvertible {
    package let description: String

    init(description: String) { self.description = description }

    init(_ operation: String) {
        self.init(description: "\(operation): \(String(cString: strerror(errno)))")
    }
}
