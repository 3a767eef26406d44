import Testing
import Threading
import ZeroMQ

@testable import Messaging

@Suite struct ReactorTests {
    @Test func `commands run in order on one thread`() async throws {
        let reactor = try Reactor()
        let seen = Locked<[Int]>([])
        for number in 0..<1000 { reactor.perform { _ in seen.withLock { $0.append(number) } } }
        _ = await reactor.performing { _ in }
        #expect(seen.withLock { $0 } == Array(0..<1000))
    }

    @Test func `a timer wakes a reactor that sleeps without any`() async throws {
        let reactor = try Reactor()
        await withCheckedContinuation { continuation in
            reactor.perform { loop in
                _ = loop.schedule(afterMilliseconds: 5) { continuation.resume() }
            }
        }
    }

    @Test func `a message reaches a socket's reader`() async throws {
        let reactor = try Reactor()
        let received = await withCheckedContinuation { continuation in
            reactor.perform { loop in
                do {
                    let server = try Router(loop.context)
                    try server.bind("inproc://reactor")
                    _ = loop.add(server) { _ in
                        if let frames = try? server.receive() { continuation.resume(returning: frames.last) }
                    }
                    let client = try Dealer(loop.context)
                    try client.connect("inproc://reactor")
                    _ = loop.add(client, []) { _ in }
                    _ = try client.send([[1, 2, 3]])
                } catch {
                    continuation.resume(returning: nil)
                }
            }
        }
        #expect(received == [1, 2, 3])
    }

    @Test func `what was handed over before the end still runs, and nothing after it`() async throws {
        let reactor = try Reactor()
        let count = Locked(0)
        for _ in 0..<100 { reactor.perform { _ in count.withLock { $0 += 1 } } }
        await withCheckedContinuation { continuation in
            reactor.perform { loop in loop.onStop { continuation.resume() } }
            reactor.stop()
        }
        #expect(count.withLock { $0 } == 100)
        #expect(await reactor.performing { _ in 1 } == nil)
    }
}
