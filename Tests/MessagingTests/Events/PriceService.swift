import Threading
import WireProtocol

@testable import Messaging
import ShopTesting

/// One service in this process that publishes `prices`: the n-th event of a start sets one of fifty keys.
final class PriceService: Sendable {
    static let keys: Int64 = 50

    let reactor: Reactor
    let responder: Responder
    let publisher: Publisher
    let prices: MemoryStream
    let counters = Counters()
    let snapshots = Locked(0)
    /// Where calls are answered.
    let endpoint: Endpoint
    let events: Endpoint
    /// Added to every price, so that the state of each start is another one.
    let base: Int64

    /// - Parameters:
    ///   - context: shared with the subscribers for `inproc`.
    ///   - log: published as `orders`.
    init(
        at endpoint: Endpoint = Endpoint(.tcp(host: "127.0.0.1", port: 0)),
        events: Endpoint = Endpoint(.tcp(host: "127.0.0.1", port: 0)),
        on shared: Reactor? = nil, base: Int64 = 0, log: (any EventLog)? = nil,
        _ adjust: (inout PublisherSettings) -> Void = { _ in }
    ) async throws {
        if let shared { reactor = shared } else { reactor = try Reactor() }
        self.base = base
        var settings = PublisherSettings(endpoint: try events.onFreePort())
        adjust(&settings)
        publisher = Publisher(reactor: reactor, settings: settings, source: "replica", counters: counters)
        let prices = publisher.memoryStream("prices")
        self.prices = prices
        if let log { _ = try await publisher.durableStream("orders", log: log) }
        let snapshots = snapshots
        prices.answerSnapshots {
            snapshots.withLock { $0 += 1 }
            let sequence = prices.position.sequence
            let state = Self.state(at: sequence, base: base).sorted { $0.key < $1.key }
            return StreamSnapshot(state.map { Sample.entry($0.key, $0.value) }, at: sequence)
        }
        self.events = Endpoint(bound: try await publisher.bind())
        var handlers = Handlers()
        publisher.register(sync: "test.sync", in: &handlers)
        var port: Int?
        if case .tcp(_, let bound) = self.events.transport { port = bound }
        BuiltIns(
            name: "test", version: "1", instance: "replica", streams: publisher.streamNames, eventsPort: port,
            health: Health(), counters: counters
        ).add(to: &handlers)
        responder = Responder(
            reactor: reactor, settings: ResponderSettings(endpoint: try endpoint.onFreePort()),
            handlers: handlers,
            instance: "replica", counters: counters)
        self.endpoint = Endpoint(bound: try await responder.bind())
    }

    /// What the first `sequence` events make.
    static func state(at sequence: Int64, base: Int64) -> [String: Int64] {
        var state: [String: Int64] = [:]
        for number in max(0, sequence - keys)..<sequence {
            state["key \((number + 1) % keys)"] = base + number + 1
        }
        return state
    }

    func state(at sequence: Int64) -> [String: Int64] { Self.state(at: sequence, base: base) }

    /// One thread at a time.
    func publish(_ count: Int = 1) {
        for _ in 0..<count {
            let number = prices.position.sequence + 1
            prices.publish(Sample.entry("key \(number % Self.keys)", base + number))
        }
    }

    func settings(_ adjust: (inout SubscriberSettings) -> Void = { _ in }) -> SubscriberSettings {
        var settings = SubscriberSettings(
            service: "test", endpoints: [endpoint], streams: [StreamSelection("prices")])
        if case .inproc = endpoint.transport { settings.publishers[0].events = events }
        adjust(&settings)
        return settings
    }

    /// Goes without a word, as a killed process would.
    func end() async { await reactor.end() }
}

extension Endpoint {
    /// A port that a service can come (back) to.
    static var anyFixedPort: Endpoint {
        get throws { try Endpoint(.tcp(host: "127.0.0.1", port: 0)).onFreePort() }
    }
}
