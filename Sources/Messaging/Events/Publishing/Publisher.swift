import Threading
import WireProtocol
import ZeroMQ

/// Publishes streams of numbered events: one bound XPUB, heartbeats, and answers for those who missed something.
///
/// Subscribers may lose events, since a slow one must never hold up the service; by the numbers they know, and
/// by the `sync` method they catch up.
public final class Publisher: Sendable {
    private let reactor: Reactor
    private let settings: PublisherSettings
    private let source: String
    private let counters: Counters
    private let time: any TimeSource
    /// Who is connected.
    public let connections = ConnectionLoad(for: "events")
    private let logger: Logger
    private let board: StreamBoard
    private let streams = Locked<[any SyncedStream]>([])
    /// Why nobody could follow what would be published, in sentences.
    private let problems = Locked<[String]>([])
    /// The sending part, which lives on the reactor; present from `bind` to `close`.
    private let publishing = Locked<Confined<Publishing>?>(nil)
    private let isAskingLogs = Locked(false)

    /// - Parameters:
    ///   - reactor: owns its socket; best one of its own, so that no call waits for what subscribers do.
    ///   - settings: where and how it publishes.
    ///   - source: which replica this is, told on every event.
    ///   - counters: `subscriptions` is how many topics are subscribed to.
    ///   - time: the time of day, for heartbeats.
    ///   - logger: told of logs that do not say where they are.
    public init(
        reactor: Reactor, settings: PublisherSettings, source: String, counters: Counters = Counters(),
        time: any TimeSource = SystemTime(), logger: Logger = Logger()
    ) {
        self.reactor = reactor
        self.settings = settings
        self.source = source
        self.counters = counters
        self.time = time
        self.logger = logger
        board = StreamBoard(source: source, counters: counters)
    }

    deinit {
        guard let publishing = publishing.withLock({ $0 }) else { return }
        reactor.perform { _ in publishing.value.close() }
    }

    // MARK: Streams

    /// Adds a stream that this publisher numbers itself.
    ///
    /// The name has 1 to 64 visible characters without a slash and is not taken yet: else `bind` refuses to start, and
    /// after it the process ends.
    public func memoryStream(_ name: String) -> MemoryStream {
        let stream = MemoryStream(name, on: board, settings)
        add(stream)
        return stream
    }

    /// Adds a stream that a log numbers.
    ///
    /// The name has 1 to 64 visible characters without a slash and is not taken yet: else `bind` refuses to start, and
    /// after it the process ends.
    /// - Throws: what the log throws when it is asked where it is.
    public func durableStream(_ name: String, log: any EventLog) async throws -> DurableStream {
        let stream = DurableStream(name, on: board, log: log, at: try await log.position())
        add(stream)
        return stream
    }

    private func add(_ stream: any SyncedStream) {
        let name = stream.name
        let problem = streams.withLock { streams -> String? in
            if !Topic.isStreamName(name) { return "\(name) is no name for a stream" }
            if streams.contains(where: { $0.name == name }) { return "two streams are named \(name)" }
            streams.append(stream)
            return nil
        }
        guard let problem else { return }
        // Two would number the events of one name, and nobody is left to be told.
        precondition(publishing.withLock { $0 == nil }, problem)
        problems.withLock { $0.append(problem) }
    }

    /// The streams' names, for `$sys.info`.
    public var streamNames: [String] { streams.withLock { $0.map(\.name) } }

    // MARK: Catching up

    /// Answers subscribers that missed something, under a name of the service's own: `pricing.sync`.
    ///
    /// Streams that are added later are answered for as well.
    public func register(sync method: String, in handlers: inout Handlers) {
        handlers.on(StreamSync.self, as: method) { [streams] request, _ in
            guard let stream = streams.withLock({ $0.first { $0.name == request.stream } }) else {
                throw Fault.unknownStream(request.stream)
            }
            return try await stream.answer(request)
        }
    }

    // MARK: The socket

    /// Starts sending; what was published before is only seen by catching up.
    ///
    /// - Returns: the endpoint as bound, with its port where any free one was asked for.
    @discardableResult
    public func bind() async throws(BindError) -> String {
        let problems = problems.withLock { $0 }
        guard problems.isEmpty else { throw .unfit(problems) }
        guard settings.endpoint.isLocal || settings.allowsPlainTextFromOthers else {
            throw .openToOthers(settings.endpoint)
        }
        let outcome = await reactor.performing { [self] loop -> Result<String, BindError> in
            do throws(ZeroMQError) {
                let publishing = try Publishing(
                    loop, settings: settings, board: board, source: source, load: connections,
                    counters: counters, time: time,
                    logger: logger, onBeat: { [weak self] in self?.askLogs() })
                let confined = Confined(publishing)
                let endpoint = try publishing.bind(settings.endpoint)
                self.publishing.withLock { $0 = confined }
                board.open { [reactor] in reactor.perform { _ in confined.value.send() } }
                return .success(endpoint)
            } catch {
                return .failure(.refused(self.settings.endpoint, error.description))
            }
        }
        return try (outcome ?? .failure(.refused(settings.endpoint, "the reactor has ended"))).get()
    }

    /// Sends what waits, and stops.
    public func close() async {
        guard let publishing = publishing.withLock({ $0 }) else { return }
        _ = await reactor.performing { _ in publishing.value.close() }
        self.publishing.withLock { $0 = nil }
    }

    /// Reads where the logs are, for the heartbeats.
    private func askLogs() {
        let logged = streams.withLock { $0.compactMap { $0 as? DurableStream } }
        guard !logged.isEmpty else { return }
        let isIdle = isAskingLogs.withLock { isAsking in
            defer { isAsking = true }
            return !isAsking
        }
        guard isIdle else { return }
        Task {
            for stream in logged {
                do { note(try await stream.log.position(), of: stream.name) } catch {
                    logger.warning(
                        "a log does not say where it is", ["stream": stream.name, "error": "\(error)"])
                }
            }
            isAskingLogs.withLock { $0 = false }
        }
    }

    private func note(_ position: StreamPosition, of stream: String) {
        guard let publishing = publishing.withLock({ $0 }) else { return }
        reactor.perform { _ in publishing.value.note(position, of: stream) }
    }
}
