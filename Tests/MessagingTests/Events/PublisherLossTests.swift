import Testing
import Threading
import WireProtocol
import ZeroMQ

@testable import Messaging

@Suite struct PublisherLossTests {
    private static let threeHeartbeats = Heartbeat.intervalMilliseconds * Heartbeat.mostMissed

    @Test func `a tail that was lost on an idle publisher shows by the next heartbeat`() async throws {
        let service = try await PriceService()
        let reader = try PriceReader(service.settings())
        try await eventually { reader.seen.isCurrent }
        // No subscription reaches a topic as long as this, so the event is lost to all.
        service.prices.publish(Sample.entry(String(repeating: "k", count: 300), 7))
        try await eventually(withinMilliseconds: Self.threeHeartbeats) {
            reader.seen.staleReasons == [.lostTail]
        }
        try await eventually(withinMilliseconds: 2000) { reader.seen.isCurrent }
        #expect(reader.seen.position == service.prices.position)
        #expect(reader.seen.state[String(repeating: "k", count: 300)] == 7)
        #expect(service.counters["events_unsendable"] == 1)
        await service.end()
    }

    @Test func `a restart is noticed within three heartbeats, and the view equal two seconds after it`()
        async throws
    {
        let place = try Endpoint.anyFixedPort
        let first = try await PriceService(at: place)
        first.publish(200)
        let reader = try PriceReader(first.settings())
        try await eventually { reader.equals(first) }
        await first.end()
        try await eventually(withinMilliseconds: Self.threeHeartbeats) { !reader.seen.isCurrent }
        // Another port for the events, another epoch, another state.
        let second = try await PriceService(at: place, base: 1_000_000)
        second.publish(75)
        try await eventually(withinMilliseconds: 2000) { reader.equals(second) }
        second.publish(5)
        try await eventually { reader.equals(second) }
        await second.end()
    }

    @Test func `a publisher that falls silent within a process is noticed, and found again`() async throws {
        let (calls, events) = (Endpoint(.inproc(name: "calls")), Endpoint(.inproc(name: "events")))
        let context = try Context()
        let first = try await PriceService(at: calls, events: events, on: try Reactor(context: context))
        first.publish(10)
        let reader = try PriceReader(first.settings(), on: try Reactor(context: context))
        try await eventually { reader.equals(first) }
        await first.end()
        try await eventually(withinMilliseconds: Self.threeHeartbeats + 500) {
            reader.seen.staleReasons == [.silent]
        }
        let second = try await PriceService(
            at: calls, events: events, on: try Reactor(context: context), base: 1000)
        second.publish(20)
        try await eventually { reader.equals(second) }
        await second.end()
    }

    @Test func `three thousand subscriptions are there again after a restart`() async throws {
        let place = try Endpoint.anyFixedPort
        let keys = (0..<3000).map { "key-\($0)" }
        let service = try await PriceService(at: place)
        let heard = Locked<Set<String>>([])
        let subscriber = Subscriber(
            service.settings { $0.streams = [StreamSelection("prices", keys: keys)] }, reactor: try Reactor())
        let task = Task {
            for await update in subscriber {
                if case .event(let event) = update.change { heard.withLock { _ = $0.insert(event.key) } }
            }
        }
        try await expectAll(keys, service, heard)
        await service.end()
        heard.withLock { $0 = [] }
        let second = try await PriceService(at: place)
        try await expectAll(keys, second, heard)
        task.cancel()
        await second.end()
    }

    private func expectAll(_ keys: [String], _ service: PriceService, _ heard: Locked<Set<String>>)
        async throws
    {
        try await eventually { service.counters["subscriptions"] == keys.count }
        for key in keys { service.prices.publish(Sample.entry(key, 1)) }
        service.prices.publish(Sample.entry("key-30000", 1))
        try await eventually { heard.withLock { $0.count } == keys.count }
    }

    @Test func `a removed replica leaves the other's stream as it was`() async throws {
        let (one, other) = (try await PriceService(), try await PriceService(base: 500))
        let settings = one.settings { $0.publishers.append(PublisherAddress(calls: other.endpoint)) }
        let views = Locked<[Endpoint: PriceView]>([:])
        let subscriber = Subscriber(settings, reactor: try Reactor())
        let task = Task {
            for await update in subscriber {
                views.withLock { $0[update.publisher, default: PriceView()].take(update.change) }
            }
        }
        one.publish(10)
        other.publish(20)
        let isTold: @Sendable (PriceService) -> Bool = { service in
            let view = views.withLock { $0[service.endpoint] }
            return view?.isCurrent == true
                && view?.state == service.state(at: service.prices.position.sequence)
        }
        try await eventually { isTold(one) && isTold(other) }
        await one.end()
        try await eventually { !isTold(one) }
        other.publish(3)
        try await eventually { isTold(other) }
        #expect(views.withLock { $0[other.endpoint]?.staleReasons } == [])
        #expect(subscriber.status.map(\.isCurrent) == [false, true])
        task.cancel()
        await other.end()
    }
}
