import Messaging
import Testing
import Threading
import WireProtocol

private struct Take: Request {
    static let method = "shop.take"
    static let repetition = Repetition.keyed
    struct Reply: Codable, Sendable, Equatable { var turn: Int }

    var what: String
}

@Suite(.timeLimit(.minutes(1))) struct KeptAnswersTests {
    private let turns = Locked(0)
    private let log = LogRecorder()

    /// A handler that answers with how often it ran.
    private func handlers(
        _ answers: KeptAnswers = KeptAnswers(),
        before: @escaping @Sendable (Int) async throws -> Void = { _ in }
    ) -> Handlers {
        var handlers = Handlers(logger: Logger(sink: log))
        handlers.on(Take.self, answersKept: .by(answers)) { [turns] _, _ in
            let turn = turns.withLock { turns in
                turns += 1
                return turns
            }
            try await before(turn)
            return .init(turn: turn)
        }
        return handlers
    }

    private func take(
        _ what: String, key: String, of handlers: Handlers, _ type: ContentType = .json,
        remainingMilliseconds: Int = 60_000
    ) async throws -> Int {
        let coding = WireCoding(type)
        let context = CallContext(
            method: Take.method, key: key, now: Timestamp(milliseconds: 0),
            remainingMilliseconds: remainingMilliseconds)
        let handler = try handlers.handler(for: Take.method)
        let body = try await handler.answer(try coding.encode(Take(what: what)), coding, context).get()
        return try coding.decode(Take.Reply.self, from: body).turn
    }

    @Test func `the same key and request get the same answer, in either encoding`() async throws {
        let handlers = handlers()
        for type in [ContentType.json, .json, .cbor, .cbor, .json] {
            #expect(try await take("tea", key: "k", of: handlers, type) == 1)
        }
        #expect(try await take("tea", key: "l", of: handlers) == 2)
    }

    @Test func `the same key with another request is a conflict`() async throws {
        let handlers = handlers()
        #expect(try await take("tea", key: "k", of: handlers) == 1)
        await #expect(throws: Fault.idempotencyConflict) {
            try await take("coffee", key: "k", of: handlers)
        }
        #expect(turns.withLock { $0 } == 1)
    }

    @Test func `one answer store tells two methods of one shape apart`() async throws {
        let answers = KeptAnswers()
        var handlers = Handlers()
        for method in ["shop.take", "shop.give"] {
            handlers.on(Take.self, as: method, answersKept: .by(answers)) { _, _ in .init(turn: 1) }
        }
        #expect(try await take("tea", key: "k", of: handlers) == 1)
        let context = CallContext(method: "shop.give", key: "k", now: Timestamp(milliseconds: 0))
        let give = try handlers.handler(for: "shop.give")
        let outcome = await give.answer(Array(#"{"what":"tea"}"#.utf8), WireCoding(.json), context)
        #expect(outcome == .failure(.idempotencyConflict))
    }

    @Test func `a call whose key is at work waits for the first and gets its answer`() async throws {
        let gate = Gate()
        let handlers = handlers { _ in await gate.pass() }
        async let first = take("tea", key: "k", of: handlers)
        try await eventually { gate.entered == 1 }
        async let second = take("tea", key: "k", of: handlers)
        await #expect(throws: Fault.idempotencyConflict) {
            try await take("coffee", key: "k", of: handlers)
        }
        gate.open()
        #expect(try await [first, second] == [1, 1])
    }

    @Test func `what fails keeps nothing: who waits for it, and who comes again, runs for real`() async throws
    {
        let gate = Gate()
        let full = Fault(.unavailable, code: "full", message: "no room")
        let handlers = handlers { turn in
            await gate.pass()
            if turn < 3 { throw full }
        }
        let first = Task { try await take("tea", key: "k", of: handlers) }
        try await eventually { gate.entered == 1 }
        let second = Task { try await take("tea", key: "k", of: handlers) }
        gate.open()
        await #expect(throws: full) { try await first.value }
        await #expect(throws: full) { try await second.value }
        #expect(try await take("tea", key: "k", of: handlers) == 3)
    }

    @Test func `who has waited for its turn until its time was up runs no more, and the next one does`()
        async throws
    {
        let gate = Gate()
        let full = Fault(.unavailable, code: "full", message: "no room")
        let handlers = handlers { turn in
            await gate.pass()
            if turn == 1 { throw full }
        }
        let first = Task { try await take("tea", key: "k", of: handlers) }
        try await eventually { gate.entered == 1 }
        let late = Task { try await take("tea", key: "k", of: handlers, remainingMilliseconds: 0) }
        gate.open()
        await #expect(throws: full) { try await first.value }
        let fault = await #expect(throws: Fault.self) { try await late.value }
        #expect(fault?.status == .deadlineExceeded)
        #expect(try await take("tea", key: "k", of: handlers) == 2)
    }

    @Test func `who gives up while it waits is let go, and the first goes on`() async throws {
        let gate = Gate()
        let handlers = handlers { _ in await gate.pass() }
        async let first = take("tea", key: "k", of: handlers)
        try await eventually { gate.entered == 1 }
        let second = Task { try await take("tea", key: "k", of: handlers) }
        second.cancel()
        let fault = await #expect(throws: Fault.self) { try await second.value }
        #expect(fault?.status == .deadlineExceeded)
        gate.open()
        #expect(try await first == 1)
    }

    @Test func `an answer that cannot be kept is given, and noted`() async throws {
        struct Full: AnswerStore, Error {
            func answer(for key: ChangeKey) -> [UInt8]? { nil }
            func keep(_ answer: [UInt8], for key: ChangeKey) throws { throw self }
        }
        #expect(try await take("tea", key: "k", of: handlers(KeptAnswers(in: Full()))) == 1)
        #expect(log.lines.count == 1)
    }

    @Test func `a change that is sent twice on the wire is made once`() async throws {
        let service = try await TestService(more: handlers())
        let caller = try service.caller()
        let first = try await caller.call(Take(what: "tea"), key: "k")
        let second = try await caller.call(Take(what: "tea"), key: "k")
        #expect([first.turn, second.turn] == [1, 1])
        await service.end()
    }
}
