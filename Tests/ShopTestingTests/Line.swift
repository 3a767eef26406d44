import Testing

@testable import ShopTesting

/// A client and a server on both ends of a fault proxy.
struct Line {
    let proxy: FaultProxy
    let listener: TCPDescriptor
    let client: TCPDescriptor
    let server: TCPDescriptor

    static func open() async throws -> Line {
        let (listener, port) = try listening()
        let proxy = try FaultProxy(upstreamPort: port)
        let client = try TCPDescriptor.connecting(port: proxy.port)
        let server = try await accepted(by: listener)
        return Line(proxy: proxy, listener: listener, client: client, server: server)
    }

    func close() async {
        await proxy.end()
        for descriptor in [listener, client, server] { descriptor.close() }
    }

    static func listening() throws -> (TCPDescriptor, Int) {
        for port in (20_000..<32_768).shuffled().prefix(100) {
            if let listener = try? TCPDescriptor.listening(port: port) { return (listener, port) }
        }
        throw TimedOut()
    }

    static func accepted(by listener: TCPDescriptor) async throws -> TCPDescriptor {
        var accepted: TCPDescriptor?
        try await eventually {
            accepted = listener.accept()
            return accepted != nil
        }
        return try #require(accepted)
    }
}

struct TimedOut: Error {}

/// Waits for a condition, with a deadline.
func eventually(_ isTrue: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(10)
    while try await !isTrue() {
        guard ContinuousClock.now < deadline else { throw TimedOut() }
        try await Task.sleep(for: .milliseconds(1))
    }
}

/// What arrives until the sender ends or breaks off, or `count` bytes are there.
func received(_ count: Int, by descriptor: TCPDescriptor) async throws -> (bytes: [UInt8], isBroken: Bool) {
    var bytes: [UInt8] = []
    var isBroken = false
    var buffer = [UInt8](repeating: 0, count: 4096)
    try await eventually {
        switch descriptor.receive(into: &buffer) {
        case .bytes(let count): bytes += buffer[..<count]
        case .wouldBlock: return false
        case .ended: return true
        case .failed:
            isBroken = true
            return true
        }
        return bytes.count >= count
    }
    return (bytes, isBroken)
}

func send(_ bytes: [UInt8], on descriptor: TCPDescriptor) async throws {
    var rest = bytes[...]
    try await eventually {
        switch descriptor.send(rest) {
        case .bytes(let count): rest.removeFirst(count)
        case .wouldBlock: break
        case .ended, .failed: throw TimedOut()
        }
        return rest.isEmpty
    }
}
