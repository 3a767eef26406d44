public import WireProtocol

/// A service's method table: what it answers, and where the work runs.
public struct Handlers: Sendable {
    private var entries: [String: Handler] = [:]
    /// The names that were given twice.
    private var repeated: Set<String> = []

    private let logger: Logger

    /// - Parameter logger: told of what a handler throws beside faults.
    public init(logger: Logger = Logger()) { self.logger = logger }

    /// Answers a request on the task pool.
    ///
    /// - Parameters:
    ///   - request: the type that names the method.
    ///   - atOnce: how many calls run at once; the others wait, in turns by peer. Few, where a single thread does
    ///     the work: whoever comes then waits for no more than these.
    ///   - answersKept: who remembers what a `.keyed` request was answered; for such a request it must be said.
    ///   - handle: gives the reply, or throws the fault that the caller gets.
    public mutating func on<R: Request>(
        _ request: R.Type, atOnce: AtOnce = .usual, answersKept: AnswerKeeping? = nil,
        _ handle: @escaping @Sendable (R, CallContext) async throws -> R.Reply
    ) {
        add(Handler(pooled: request, atOnce: atOnce, keeping: answersKept, logger: logger, handle))
    }

    /// Answers a request of a shape that several services share, on the task pool and under a name of its own.
    public mutating func on<R: Request>(
        _ request: R.Type, as method: String, answersKept: AnswerKeeping? = nil,
        _ handle: @escaping @Sendable (R, CallContext) async throws -> R.Reply
    ) {
        add(
            Handler(
                pooled: request, as: method, atOnce: .usual, keeping: answersKept, logger: logger, handle))
    }

    /// Answers a request on the reactor's thread, without a hop: only for what is pure, bounded and short.
    ///
    /// Whose body is longer than `ResponderSettings.mostInlineBytes` is answered on the task pool. Not for a `.keyed`
    /// request, whose answer is to be kept.
    public mutating func inline<R: Request>(
        _ request: R.Type, _ handle: @escaping @Sendable (R, CallContext) throws -> R.Reply
    ) {
        add(Handler(inline: request, logger: logger, handle))
    }

    /// Takes over every method of another table.
    public mutating func add(_ others: Handlers) {
        repeated.formUnion(others.repeated)
        for handler in others.entries.values { add(handler) }
    }

    private mutating func add(_ handler: Handler) {
        if entries.updateValue(handler, forKey: handler.method) != nil { repeated.insert(handler.method) }
    }

    /// Why nobody could serve with this table, in sentences; a responder refuses to start then.
    public var problems: [String] {
        repeated.sorted().map { "\($0) has two handlers" }
            + all.filter(\.isWithoutKeeper).map {
                "\($0.method) is keyed and nobody keeps its answers: register it with answersKept"
            }
    }

    /// The names of the methods, sorted.
    public var methods: [String] { entries.keys.sorted() }

    /// Sorted by method.
    public var all: [Handler] { entries.values.sorted { $0.method < $1.method } }

    /// Nil for a method that is not in the table.
    subscript(method: String) -> Handler? { entries[method] }

    /// - Throws: `unimplemented`, `unknown_method`.
    public func handler(for method: String) throws(Fault) -> Handler {
        guard let handler = entries[method] else { throw .unknownMethod(method) }
        return handler
    }
}
