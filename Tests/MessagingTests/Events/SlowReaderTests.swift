import Testing
import Threading
import WireProtocol
import ZeroMQ

@testable import Messaging

@Suite struct SlowReaderTests {
    @Test func `a reader that stalls is stale, holds little, and catches up`() async throws {
        let service = try await PriceService()
        let quick = try PriceReader(service.settings())
        let slow = Subscriber(service.settings { $0.mostWaitingUpdates = 100 }, reactor: try Reactor())
        var reading = slow.makeAsyncIterator()
        var view = PriceView()
        while !view.isCurrent, let update = await reading.next() { view.take(update.change) }
        try await eventually { quick.seen.isCurrent }

        service.publish(5000)
        try await eventually { slow.counters["stale_overflow"] == 1 }
        try await eventually { quick.equals(service) }
        #expect(quick.seen.staleReasons == [])
        #expect(quick.seen.events == 5000)

        var isEqual = false
        var held = 0
        while !isEqual, let update = await reading.next() {
            view.take(update.change)
            if view.staleReasons == [] { held += 1 }
            isEqual =
                view.isCurrent && view.position == service.prices.position
                && view.state == service.state(at: service.prices.position.sequence)
        }
        #expect(held <= 100)
        #expect(view.staleReasons.first == .overflow)
        #expect(view.problems == [])
        await service.end()
    }

    @Test func `a subscriber that never reads loses its own events and nobody else's`() async throws {
        let service = try await PriceService { $0.highWaterMark = 100 }
        let reader = try PriceReader(service.settings())
        try await eventually { reader.seen.isCurrent }
        let deaf = try DeafSubscriber(to: service.events)
        try await eventually { service.counters["subscriptions"] >= 2 }

        let body = [UInt8](repeating: UInt8(ascii: "1"), count: 1000)
        let count = 20_000
        for number in 1...count {
            service.prices.publish(
                StreamEntry(type: "price.changed", key: "k", time: Timestamp(milliseconds: 0), body: body))
            // The reader keeps up, so what is lost is lost to the deaf one.
            if number % 50 == 0 { try await eventually { reader.seen.position?.sequence == Int64(number) } }
        }
        #expect(reader.seen.staleReasons == [])
        #expect(reader.seen.events == count)
        // What was kept for it: two queues and the system's buffers, not twenty megabytes.
        #expect(await deaf.readAll() < count / 2)
        await service.end()
    }
}

/// Subscribes to everything and reads nothing until it is asked to.
actor DeafSubscriber {
    private let thread = ThreadExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
    private let socket: ZeroMQ.Subscriber

    init(to endpoint: Endpoint) throws {
        socket = try ZeroMQ.Subscriber(Context())
        try socket.set(.receiveHighWaterMark(100), .lingerMilliseconds(0))
        // Shorter than any other subscription, so that the publisher counts it.
        try socket.subscribe([])
        try socket.connect(endpoint.description)
    }

    /// How many events there are by now.
    func readAll() -> Int {
        var count = 0
        let poll = PollSet()
        try? poll.append(socket, .readable)
        while (try? poll.wait(timeoutMilliseconds: 200)) == 1 {
            while let frames = try? socket.receive() {
                if case .event? = try? EventFrame(frames) { count += 1 }
            }
        }
        return count
    }
}
