import Messaging
import ShopTesting
import Testing
import Threading
import WireProtocol

@Suite(.timeLimit(.minutes(1))) struct RefusedStreamTests {
    private let ended = Gate()

    /// The first that a subscriber hears of each stream, from a service that publishes `guests` without a snapshot.
    private func firstHeard(_ streams: [StreamSelection], events: Bool = true) async throws -> [String] {
        let any = Endpoint(.tcp(host: "127.0.0.1", port: 0))
        let settings = Service.Settings(
            name: "greeter", version: "1", calls: try any.onFreePort(),
            events: events ? try any.onFreePort() : nil)
        let service = Task {
            try await Service.run(settings, until: { await ended.pass() }) { service in
                if events { _ = service.publisher.memoryStream("guests") }
            }
        }
        let reactor = try Reactor()
        let subscriber = Subscriber(
            SubscriberSettings(service: "greeter", endpoints: [settings.calls.endpoint], streams: streams),
            reactor: reactor)
        var heard: [String: String] = [:]
        for await update in subscriber {
            heard[update.stream] = heard[update.stream] ?? "\(update.change)"
            if heard.count == streams.count { break }
        }
        subscriber.close()
        await reactor.end()
        ended.open()
        try await service.value
        return streams.map { heard[$0.stream] ?? "nothing" }
    }

    private static let refused = "\(StreamUpdate.Change.stale(.refused))"

    @Test func `who follows a stream whose state nobody tells hears so`() async throws {
        #expect(try await firstHeard([StreamSelection("guests")]) == [Self.refused])
    }

    @Test func `who needs no state is not refused`() async throws {
        let heard = try await firstHeard([StreamSelection("guests", from: .now)])
        #expect(heard.first?.hasPrefix("current") == true)
    }

    @Test func `who follows a stream that is not published hears so, whole or by key`() async throws {
        let heard = try await firstHeard([StreamSelection("ghosts"), StreamSelection("dogs", keys: ["a"])])
        #expect(heard == [Self.refused, Self.refused])
    }

    @Test func `who follows a service that publishes nothing hears so`() async throws {
        let heard = try await firstHeard([StreamSelection("guests")], events: false)
        #expect(heard == [Self.refused])
    }

    @Test func `who asks a method that the service has not hears so once, and so does the log`() async throws
    {
        let service = try await PriceService()
        let log = LogRecorder()
        var settings = SubscriberSettings(
            service: "test", endpoints: [service.endpoint], streams: [StreamSelection("prices")])
        settings.syncMethod = "test.catchUp"
        let subscriber = Subscriber(settings, reactor: service.reactor, logger: Logger(sink: log))
        let heard = Locked<[String]>([])
        let reading = Task {
            for await update in subscriber { heard.withLock { $0.append("\(update.change)") } }
        }
        try await eventually(withinMilliseconds: 20_000) { subscriber.counters["syncs_failed"] >= 3 }
        subscriber.close()
        await reading.value
        #expect(heard.withLock { $0 } == [Self.refused])
        let lines = log.lines.filter { $0.contains("does not tell the state of prices") }
        #expect(lines.count == 1)
        #expect(lines.first?.contains("method=test.catchUp answer=unknown_method") == true)
        await service.end()
    }
}
