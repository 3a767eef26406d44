import Messaging
import ShopTesting
import Synchronization
import Threading
import WireProtocol

/// A harmless request, inline.
struct Echo: Request, Equatable {
    static let method = "test.echo"
    struct Reply: Codable, Sendable, Equatable { var text: String }
    var text: String
}

/// A harmless request that stays at work until the gate opens.
struct Stay: Request {
    static let method = "test.stay"
    typealias Reply = Empty
}

/// A change.
struct Change: Request {
    static let method = "test.change"
    static let repetition = Repetition.keyed
    struct Reply: Codable, Sendable, Equatable { var key: String }
}

/// A request whose handler breaks.
struct Break: Request {
    static let method = "test.break"
    typealias Reply = Empty
    var isFault: Bool
}

/// One service in this process: a responder with a reactor of its own.
struct TestService: Sendable {
    let reactor: Reactor
    let responder: Responder
    let counters = Counters()
    let gate = Gate()
    let log = LogRecorder()
    /// How often an echo was asked for.
    let echoes = Locked(0)
    let endpoint: Endpoint

    struct Secret: Error {}

    /// - Parameter reactor: shared with the caller for `inproc`; else its own.
    init(
        at endpoint: Endpoint = Endpoint(.tcp(host: "127.0.0.1", port: 0)), on shared: Reactor? = nil,
        instance: String = "one", store: String? = nil, more: Handlers = Handlers(),
        _ adjust: (inout ResponderSettings) -> Void = { _ in }
    ) async throws {
        if let shared { reactor = shared } else { reactor = try Reactor() }
        var settings = ResponderSettings(endpoint: try endpoint.onFreePort())
        adjust(&settings)
        let logger = Logger(sink: log)
        var handlers = Handlers(logger: logger)
        let (gate, echoes) = (gate, echoes)
        handlers.inline(Echo.self) { request, _ in
            echoes.withLock { $0 += 1 }
            return .init(text: request.text)
        }
        handlers.on(Stay.self) { _, _ in
            await gate.pass()
            try Task.checkCancellation()
            return Empty()
        }
        handlers.on(Change.self, answersKept: .byHandler) { _, context in
            await gate.pass()
            return .init(key: context.key ?? "")
        }
        handlers.on(Break.self) { request, _ in
            if request.isFault { throw Fault(.notFound, code: "unknown_sku", message: "no such thing") }
            throw Secret()
        }
        handlers.add(more)
        BuiltIns(
            name: "test", version: "1", instance: instance, store: store, health: Health(), counters: counters
        ).add(to: &handlers)
        responder = Responder(
            reactor: reactor, settings: settings, handlers: handlers, instance: instance, counters: counters,
            logger: logger)
        self.endpoint = Endpoint(bound: try await responder.bind())
    }

    func caller(on shared: Reactor? = nil, _ adjust: (inout CallerSettings) -> Void = { _ in }) throws
        -> Caller
    {
        try Caller.test(endpoint, on: shared, adjust)
    }

    func end() async {
        gate.open()
        await responder.drain()
        await reactor.end()
    }
}

extension Caller {
    static func test(
        _ endpoints: Endpoint..., on shared: Reactor? = nil,
        resolver: any Resolver = SystemResolver(), _ adjust: (inout CallerSettings) -> Void = { _ in }
    ) throws -> Caller {
        var settings = CallerSettings(service: "test", endpoints: endpoints)
        adjust(&settings)
        let reactor: Reactor
        if let shared { reactor = shared } else { reactor = try Reactor() }
        return Caller(settings, reactor: reactor, resolver: resolver)
    }
}

extension Endpoint {
    /// What was bound.
    init(bound text: String) {
        let port = text.split(separator: ":").last.flatMap { Int($0) }
        if text.hasPrefix("tcp://"), let port {
            self.init(.tcp(host: "127.0.0.1", port: port))
        } else if let colon = text.firstIndex(of: ":") {
            let name = String(text[colon...].dropFirst(3))
            self.init(text.hasPrefix("ipc") ? .ipc(path: name) : .inproc(name: name))
        } else {
            self.init(.inproc(name: text))
        }
    }
}

/// What a call ended with.
func reason(_ call: () async throws -> some Any) async -> CallError.Reason? {
    do {
        _ = try await call()
        return nil
    } catch {
        return (error as? CallError)?.reason
    }
}
