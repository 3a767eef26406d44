import WireProtocol

/// What a service says of itself: the `$sys` methods that every one answers.
public struct BuiltIns: Sendable {
    public var name: String
    public var version: String
    public var instance: String
    public var role: ServiceRole
    public var streams: [String]
    public var eventsPort: Int?
    /// Which data it answers from: replicas that share theirs say the same. Nil where it keeps none.
    public var store: String?
    public var health: Health
    public var counters: Counters

    public init(
        name: String, version: String, instance: String, role: ServiceRole = .owner, streams: [String] = [],
        eventsPort: Int? = nil, store: String? = nil, health: Health, counters: Counters
    ) {
        self.name = name
        self.version = version
        self.instance = instance
        self.role = role
        self.streams = streams
        self.eventsPort = eventsPort
        self.store = store
        self.health = health
        self.counters = counters
    }

    /// Adds the `$sys` methods, which tell of the methods that are in the table by now.
    ///
    /// All but `$sys.describe` are inline: they answer also while the task pool is busy. Its answer takes a millisecond
    /// to encode, which nobody else should wait for.
    public func add(to handlers: inout Handlers) {
        let service = handlers
        let info = info(of: service)
        let description = Self.description(of: service)
        handlers.inline(SystemPing.self) { [store] _, _ in .init(store: store) }
        handlers.inline(SystemInfo.self) { _, _ in info }
        handlers.on(SystemDescribe.self) { _, _ in description }
        handlers.inline(SystemHealth.self) { [health] _, _ in
            let reasons = health.reasons
            let notes = health.notes
            return .init(
                status: reasons.isEmpty ? .serving : .notServing, reasons: reasons,
                notes: notes.isEmpty ? nil : notes)
        }
        handlers.inline(SystemStats.self) { [counters] _, _ in
            .init(
                methods: service.all.map { $0.statistics.report(method: $0.method) }, counters: counters.all)
        }
    }

    private static let methods = [
        SystemDescribe.method, SystemHealth.method, SystemInfo.method, SystemPing.method, SystemStats.method,
    ]

    private func info(of service: Handlers) -> SystemInfo.Reply {
        .init(
            name: name, version: version, instance: instance, role: role,
            methods: Self.methods + service.methods, streams: streams, eventsPort: eventsPort, store: store)
    }

    private static func description(of service: Handlers) -> SystemDescribe.Reply {
        .init(
            methods: service.all.map { handler in
                .init(
                    method: handler.method, needsKey: handler.repetition == .keyed,
                    request: handler.requestSchema.jsonSchema, reply: handler.replySchema.jsonSchema)
            })
    }
}
