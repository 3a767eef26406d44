import Threading
import ZeroMQ

/// Answers calls: one bound ROUTER, a method table, and an orderly end.
public final class Responder: Sendable {
    private let reactor: Reactor
    private let settings: ResponderSettings
    private let handlers: Handlers
    private let instance: String
    private let counters: Counters
    private let time: any TimeSource
    /// Who is connected.
    public let connections = ConnectionLoad(for: "calls")
    private let logger: Logger
    /// The serving part, which lives on the reactor; present from `bind` to the end of `drain`.
    private let serving = Locked<Confined<Serving>?>(nil)

    /// - Parameters:
    ///   - reactor: owns its socket.
    ///   - settings: where and how it serves.
    ///   - handlers: everything that is answered, the `$sys` methods included.
    ///   - instance: which replica this is, told on every answer.
    ///   - counters: where drops, refusals and expiries are counted.
    ///   - time: the time of day that handlers see.
    ///   - logger: told of each call (debug) and of what goes wrong.
    public init(
        reactor: Reactor, settings: ResponderSettings, handlers: Handlers, instance: String,
        counters: Counters, time: any TimeSource = SystemTime(), logger: Logger = Logger()
    ) {
        self.reactor = reactor
        self.settings = settings
        self.handlers = handlers
        self.instance = instance
        self.counters = counters
        self.time = time
        self.logger = logger
    }

    /// Serves until `ended` returns, then drains.
    public func run(until ended: @Sendable () async -> Void) async throws {
        try await bind()
        await ended()
        await drain()
    }

    /// Starts answering.
    ///
    /// - Returns: the endpoint as bound, with its port where any free one was asked for.
    @discardableResult
    public func bind() async throws(BindError) -> String {
        guard handlers.problems.isEmpty else { throw .unfit(handlers.problems) }
        guard settings.endpoint.isLocal || settings.allowsPlainTextFromOthers else {
            throw .openToOthers(settings.endpoint)
        }
        let outcome = await reactor.performing { [self] loop -> Result<String, BindError> in
            do throws(ZeroMQError) {
                let serving = try Serving(
                    loop, inbox: reactor.inbox, settings: settings, handlers: handlers, instance: instance,
                    load: connections, counters: counters, time: time, logger: logger)
                let confined = Confined(serving)
                let endpoint = try serving.bind()
                self.serving.withLock { $0 = confined }
                return .success(endpoint)
            } catch {
                return .failure(.refused(self.settings.endpoint, error.description))
            }
        }
        return try (outcome ?? .failure(.refused(settings.endpoint, "the reactor has ended"))).get()
    }

    /// Ends without losing a call: refuses new ones as `draining`, finishes what is at work, flushes, closes.
    public func drain() async {
        guard let serving = self.serving.withLock({ $0 }) else { return }
        await withCheckedContinuation { continuation in
            let isAccepted = reactor.perform { _ in
                serving.value.drain { continuation.resume() }
            }
            if !isAccepted { continuation.resume() }
        }
        self.serving.withLock { $0 = nil }
    }
}

/// Why a responder does not answer at its endpoint.
public enum BindError: Error, Sendable, CustomStringConvertible {
    /// It could not keep what it promises, for these reasons.
    case unfit([String])
    /// Others could reach it, in plain text.
    case openToOthers(Endpoint)
    /// The transport said no: the address is in use, or not this machine's.
    case refused(Endpoint, String)

    public var description: String {
        switch self {
        case .unfit(let problems): problems.joined(separator: "; ")
        case .openToOthers(let endpoint):
            "\(endpoint) can be reached by others, and calls would travel in plain text: bind to 127.0.0.1, "
                + "or allow it with --insecure"
        case .refused(let endpoint, let reason): "cannot answer at \(endpoint): \(reason)"
        }
    }
}

/// A value of the reactor's thread, carried by others who never look inside.
struct Confined<Value>: @unchecked Sendable {
    // Unchecked: `value` is read in reactor commands alone.
    let value: Value

    init(_ value: Value) { self.value = value }
}
