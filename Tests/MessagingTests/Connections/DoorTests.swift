#if os(Linux)
import Glibc
import Testing
import ZeroMQ

@testable import Messaging

@Suite struct DoorTests {
    @Test func `a door that is shut lets nobody in, and those who wait come in when it opens`() throws {
        let context = try Context()
        let router = try Router(context)
        let monitor = try Monitor(router, .peers)
        try router.bind("tcp://127.0.0.1:*")
        var door: Door?
        while door == nil {
            if case .listening(let descriptor)? = try monitor.receive()?.kind {
                door = Door(descriptor: descriptor)
            }
        }
        let port = try #require(try router.lastEndpoint.split(separator: ":").last.flatMap { UInt16($0) })
        #expect(isLetIn(knocking(at: port), within: 5000))
        door?.shut(nowNanoseconds: 0)
        #expect(door?.isShut == true)
        let waiting = knocking(at: port)
        #expect(!isLetIn(waiting, within: 100))
        door?.open()
        #expect(door?.isShut == false)
        // The system knocks again after one, then two seconds.
        #expect(isLetIn(waiting, within: 10_000))
        router.close()
        monitor.close()
    }

    /// A connection that is begun.
    private func knocking(at port: UInt16) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return descriptor
    }

    private func isLetIn(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&waiting, 1, milliseconds) == 1
    }
}
#endif
