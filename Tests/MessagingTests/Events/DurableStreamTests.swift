import Testing
import Threading

@testable import Messaging

@Suite struct DurableStreamTests {
    private func follow(
        _ service: PriceService, from start: StreamSelection.Start = .state
    ) throws -> PriceReader {
        try PriceReader(service.settings { $0.streams = [StreamSelection("orders", from: start)] })
    }

    @Test func `a log is read from its first event, in pages`() async throws {
        let log = TestLog()
        for number in 1...2500 { _ = await log.commit(Sample.entry("order", Int64(number))) }
        let service = try await PriceService(log: log)
        let reader = try follow(service)
        try await eventually { reader.seen.isCurrent }
        #expect(reader.seen.events == 2500)
        #expect(reader.seen.problems == [])
        #expect(reader.subscriber.counters["syncs"] > 2)
        await service.end()
    }

    @Test func `what was committed and never published is noticed by the heartbeat`() async throws {
        let log = TestLog()
        let service = try await PriceService(log: log)
        let reader = try follow(service)
        try await eventually { reader.seen.isCurrent }
        _ = await log.commit(Sample.entry("order", 1))
        try await eventually(withinMilliseconds: 2500) { reader.seen.events == 1 && reader.seen.isCurrent }
        #expect(reader.seen.staleReasons == [.lostTail])
        await service.end()
    }

    @Test func `a process that dies between commit and publishing loses nothing, round after round`()
        async throws
    {
        let log = TestLog()
        let place = try Endpoint.anyFixedPort
        var service = try await PriceService(at: place, log: log)
        let reader = try follow(service)
        for round in 1...4 as ClosedRange<Int64> {
            try await eventually { reader.seen.isCurrent }
            _ = await log.commit(Sample.entry("order", round))
            await service.end()
            service = try await PriceService(at: place, log: log)
            try await eventually { reader.seen.events == round }
        }
        #expect(reader.seen.problems == [])
        #expect(reader.seen.resets == 1)
        #expect(reader.seen.state == ["order": 4])
        await service.end()
    }

    @Test func `what is published is not waited for`() async throws {
        let log = TestLog()
        let reactor = try Reactor()
        let publisher = Publisher(
            reactor: reactor, settings: PublisherSettings(endpoint: Endpoint(.inproc(name: "log"))),
            source: "replica")
        let orders = try await publisher.durableStream("orders", log: log)
        try await publisher.bind()
        let subscriber = Subscriber(
            DurableStreamTests.settings(Endpoint(.inproc(name: "log"))), reactor: reactor)
        var reading = subscriber.makeAsyncIterator()
        #expect(await reading.next()?.change == .current(StreamPosition(epoch: "store", sequence: 0)))
        for number in 1...100 as ClosedRange<Int64> {
            let entry = Sample.entry("order", number)
            orders.publish(sequence: await log.commit(entry), entry)
            // Twice is once.
            orders.publish(sequence: number, entry)
            guard case .event(let event) = await reading.next()?.change else {
                Issue.record("no event \(number)")
                return
            }
            #expect(event.sequence == number)
            #expect(event.entry == entry)
        }
        await reactor.end()
    }

    @Test func `an entry is not made while nobody listens, and is read from the log by who comes later`()
        async throws
    {
        let log = TestLog()
        let reactor = try Reactor()
        let publisher = Publisher(
            reactor: reactor, settings: PublisherSettings(endpoint: Endpoint(.inproc(name: "later"))),
            source: "replica")
        let orders = try await publisher.durableStream("orders", log: log)
        try await publisher.bind()
        let made = Locked(0)
        func publish(_ number: Int64) async {
            let entry = Sample.entry("order", number)
            orders.publish(
                sequence: await log.commit(entry),
                {
                    made.withLock { $0 += 1 }
                    return entry
                }())
        }
        for number in 1...10 as ClosedRange<Int64> { await publish(number) }
        let subscriber = Subscriber(
            DurableStreamTests.settings(Endpoint(.inproc(name: "later"))), reactor: reactor)
        var reading = subscriber.makeAsyncIterator()
        #expect(await reading.next()?.change == .current(StreamPosition(epoch: "store", sequence: 10)))
        #expect(made.withLock { $0 } == 0)
        await publish(11)
        guard case .event(let event) = await reading.next()?.change else {
            Issue.record("no event")
            return
        }
        #expect(event.sequence == 11)
        #expect(made.withLock { $0 } == 1)
        await reactor.end()
    }

    private static func settings(_ events: Endpoint) -> SubscriberSettings {
        var settings = SubscriberSettings(
            service: "test", endpoints: [Endpoint(.inproc(name: "nobody"))],
            streams: [StreamSelection("orders", from: .now)])
        settings.publishers[0].events = events
        return settings
    }
}
