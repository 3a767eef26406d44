import Threading
import ZeroMQ

/// Follows streams of a service, and can prove that nothing was missed.
///
///     for await update in Subscriber(settings, reactor: reactor) { … }
///
/// One reader at a time. Nothing is connected before the first iterator is made; it ends when the subscriber is
/// closed or released, or when the reading task is cancelled.
public final class Subscriber: AsyncSequence, Sendable {
    public typealias Element = StreamUpdate
    public typealias Failure = Never

    public let settings: SubscriberSettings
    /// Counts of what happened: `stale_gap`, `syncs`, `dropped`, …
    public let counters: Counters
    private let reactor: Reactor
    private let resolver: any Resolver
    private let makeCaller: @Sendable (Endpoint) -> Caller
    private let logger: Logger
    private let queue: UpdateQueue
    private let statuses = StreamStatuses()
    private let running = Locked(Running.notYet)

    private enum Running {
        case notYet
        /// The feeds are being made, on the reactor.
        case starting
        case following(Confined<[PublisherFeed]>)
        case closed
    }

    /// - Parameters:
    ///   - settings: what it follows.
    ///   - reactor: owns its sockets; may be shared.
    ///   - counters: where it counts what happens.
    ///   - logger: told of what people must mend: a stream that is not published.
    ///   - resolver: finds the addresses of endpoints with a host's name.
    public convenience init(
        _ settings: SubscriberSettings, reactor: Reactor, counters: Counters = Counters(),
        logger: Logger = Logger(), resolver: any Resolver = SystemResolver()
    ) {
        self.init(settings, reactor: reactor, counters: counters, logger: logger, resolver: resolver) {
            Caller(
                CallerSettings(service: settings.service, endpoints: [$0]), reactor: reactor,
                resolver: resolver)
        }
    }

    /// - Parameter makeCaller: calls the replica at an endpoint.
    init(
        _ settings: SubscriberSettings, reactor: Reactor, counters: Counters = Counters(),
        logger: Logger = Logger(), resolver: any Resolver = SystemResolver(),
        makeCaller: @escaping @Sendable (Endpoint) -> Caller
    ) {
        self.settings = settings
        self.reactor = reactor
        self.counters = counters
        self.logger = logger
        self.resolver = resolver
        self.makeCaller = makeCaller
        queue = UpdateQueue(
            mostUpdates: settings.mostWaitingUpdates, mostBytes: settings.mostWaitingBytes)
    }

    deinit { close() }

    public struct AsyncIterator: AsyncIteratorProtocol {
        let subscriber: Subscriber

        public mutating func next() async -> StreamUpdate? { await subscriber.queue.next() }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> StreamUpdate? {
            await subscriber.queue.next()
        }
    }

    public func makeAsyncIterator() -> AsyncIterator {
        start()
        return AsyncIterator(subscriber: self)
    }

    /// How each whole stream is followed now, in the order of the publishers.
    public var status: [StreamStatus] { statuses.all(in: settings.publishers.map(\.calls)) }

    /// Ends the sequence, after what waits in it.
    public func close() {
        let before = running.withLock { running in
            defer { running = .closed }
            return running
        }
        queue.close()
        guard case .following(let feeds) = before else { return }
        reactor.perform { _ in for feed in feeds.value { feed.close() } }
    }

    private func start() {
        let isFirst = running.withLock { running in
            guard case .notYet = running else { return false }
            running = .starting
            return true
        }
        guard isFirst else { return }
        if !reactor.perform({ self.follow(on: $0) }) { queue.close() }
    }

    private func follow(on loop: ReactorLoop) {
        let feeds = settings.publishers.map { publisher in
            PublisherFeed(
                publisher, settings, on: loop,
                locator: PublisherLocator(
                    publisher, settings, on: loop, resolver: resolver, logger: logger, makeCaller: makeCaller),
                queue: queue, statuses: statuses, counters: counters, logger: logger)
        }
        let confined = Confined(feeds)
        let isWanted = running.withLock { running in
            guard case .starting = running else { return false }
            running = .following(confined)
            return true
        }
        guard isWanted else { return }
        loop.onStop { [weak queue] in queue?.close() }
        for feed in feeds { feed.open() }
    }
}
