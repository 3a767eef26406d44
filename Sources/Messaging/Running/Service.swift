/// A service while it is put together: what it answers, what it publishes, and what it works with.
///
/// ``run(_:filling:)`` makes one, lets a closure fill it, serves until a signal comes, and ends it in good order. See
/// <doc:Calls> and <doc:Events>.
public struct Service: Sendable {
    public let settings: Settings
    /// Owns the sockets of the calls; for the service's own callers and subscribers as well.
    public let reactor: Reactor
    /// Publishes once the service is filled, so that no stream is missing for the first subscriber.
    public let publisher: Publisher
    /// Says whether it can serve; reasons may come and go at any time.
    public let health = Health()
    public let counters: Counters
    /// What is answered. The `$sys` methods, and `<name>.sync` for those who missed events, are added to it.
    public var handlers: Handlers
    /// Which data it answers from, for callers of several replicas: see `SystemInfo`. Nil where that is no question.
    public var store: String?
    /// Of events alone: whatever subscribers do, no call waits for it.
    private let eventsReactor: Reactor
    private var starts: [@Sendable (Place) -> Void] = []
    private var ends: [@Sendable () async -> Void] = []

    /// Where a service is bound: an address with its port, also where any free one was asked for.
    public struct Place: Sendable, Equatable {
        public let calls: String
        /// Nil when it publishes nothing.
        public let events: String?
    }

    public var logger: Logger { settings.logger }

    init(_ settings: Settings) throws {
        self.settings = settings
        reactor = try Reactor()
        eventsReactor = settings.events == nil ? reactor : try Reactor(yields: true)
        let counters = Counters()
        self.counters = counters
        publisher = Publisher(
            reactor: eventsReactor,
            settings: settings.events ?? PublisherSettings(endpoint: Endpoint(.inproc(name: settings.name))),
            source: settings.instance, counters: counters, logger: settings.logger)
        handlers = Handlers(logger: settings.logger)
    }

    /// Adds who is told that the service answers, and where; without any a line in the log tells it.
    public mutating func whenServing(_ start: @escaping @Sendable (Place) -> Void) { starts.append(start) }

    /// Adds what is done after the last call was answered: a store to be closed. What was added last is done first. Also
    /// done when the service cannot start.
    public mutating func atEnd(_ end: @escaping @Sendable () async -> Void) { ends.append(end) }

    /// Events first: `$sys.info` tells where they are.
    mutating func start() async throws -> Responder {
        let events = try await bindEvents()
        BuiltIns(
            name: settings.name, version: settings.version, instance: settings.instance,
            streams: publisher.streamNames, eventsPort: events.flatMap { Endpoint.port(ofBound: $0) },
            store: store, health: health, counters: counters
        ).add(to: &handlers)
        let responder = Responder(
            reactor: reactor, settings: settings.calls, handlers: handlers, instance: settings.instance,
            counters: counters, logger: logger)
        health.addNotes { [publisher] in responder.connections.notes + publisher.connections.notes }
        tell(Place(calls: try await responder.bind(), events: events))
        return responder
    }

    private mutating func bindEvents() async throws -> String? {
        let streams = publisher.streamNames
        guard settings.events != nil else {
            guard streams.isEmpty else { throw ServiceError.noEventsEndpoint(streams: streams) }
            return nil
        }
        publisher.register(sync: "\(settings.name).sync", in: &handlers)
        return try await publisher.bind()
    }

    private func tell(_ place: Place) {
        if starts.isEmpty {
            logger.info(
                "serving",
                [
                    "service": settings.name, "at": place.calls, "events": place.events ?? "none",
                    "instance": settings.instance,
                ])
        }
        for start in starts { start(place) }
    }

    func end() async {
        for end in ends.reversed() { await end() }
        await publisher.close()
        await eventsReactor.end()
        await reactor.end()
    }
}

/// Why a service does not start.
public enum ServiceError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Streams are published, and nobody could hear them.
    case noEventsEndpoint(streams: [String])

    public var description: String {
        switch self {
        case .noEventsEndpoint(let streams):
            "nobody could hear \(streams.joined(separator: ", ")): the settings name no endpoint for events"
        }
    }
}
