import Messaging
import Testing
import WireProtocol

private struct Take: Request {
    static let method = "shop.take"
    static let repetition = Repetition.keyed
    typealias Reply = Empty
}

private struct Look: Request {
    static let method = "shop.look"
    typealias Reply = Empty
}

/// A method table, and why it is refused.
private struct Row: Sendable {
    let problems: [String]
    let fill: @Sendable (inout Handlers) -> Void

    init(_ problems: String..., fill: @escaping @Sendable (inout Handlers) -> Void) {
        self.problems = problems
        self.fill = fill
    }
}

@Suite(.timeLimit(.minutes(1))) struct UnfitHandlersTests {
    private static let unkept =
        "shop.take is keyed and nobody keeps its answers: register it with answersKept"

    private static let rows = [
        Row { $0.on(Look.self) { _, _ in .init() } },
        Row { $0.on(Take.self, answersKept: .byHandler) { _, _ in .init() } },
        Row { $0.on(Take.self, answersKept: .by(KeptAnswers())) { _, _ in .init() } },
        Row(unkept) { $0.on(Take.self) { _, _ in .init() } },
        Row(unkept) { $0.inline(Take.self) { _, _ in .init() } },
        Row("shop.look has two handlers") { handlers in
            handlers.on(Look.self) { _, _ in .init() }
            handlers.inline(Look.self) { _, _ in .init() }
        },
        Row("$sys.ping has two handlers") { handlers in
            var others = Handlers()
            others.inline(SystemPing.self) { _, _ in .init() }
            handlers.inline(SystemPing.self) { _, _ in .init() }
            handlers.add(others)
        },
    ]

    @Test(arguments: rows)
    private func `a table that cannot keep its promises is refused at start`(row: Row) async throws {
        var handlers = Handlers()
        row.fill(&handlers)
        #expect(handlers.problems == row.problems)
        let reactor = try Reactor()
        let responder = Responder(
            reactor: reactor,
            settings: ResponderSettings(endpoint: Endpoint(.inproc(name: "unfit"))), handlers: handlers,
            instance: "one", counters: Counters())
        var refusal: String?
        do { try await responder.bind() } catch { refusal = error.description }
        #expect(refusal == row.problems.first)
        await responder.drain()
        await reactor.end()
    }
}
