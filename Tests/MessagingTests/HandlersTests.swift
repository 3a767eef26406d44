import Messaging
import Testing
import WireProtocol

private struct Greet: Request {
    static let method = "shop.greet"
    struct Reply: Codable, Sendable, Equatable { var greeting: String }

    var name: String

    func validate() throws(Fault) {
        if name.isEmpty {
            throw .invalid([.init(field: "name", code: "invalid_request", message: "empty")])
        }
    }
}

private struct Rename: Request {
    static let method = "shop.rename"
    static let repetition = Repetition.keyed
    typealias Reply = Empty

    var name: String
}

private struct Repaint: Request {
    static let method = "shop.repaint"
    static let repetition = Repetition.idempotentChange
    typealias Reply = Empty

    var name: String
}

private struct Defect: Error {}

@Suite struct HandlersTests {
    private let coding = WireCoding(.json)
    private let log = LogRecorder()

    private func context(_ method: String, key: String? = nil) -> CallContext {
        CallContext(method: method, key: key, now: Timestamp(milliseconds: 0))
    }

    private func answer(_ handlers: Handlers, _ method: String, _ body: String, key: String? = nil) async
        -> Handler.Outcome
    {
        do throws(Fault) {
            let handler = try handlers.handler(for: method)
            return await handler.answer(Array(body.utf8), coding, context(method, key: key))
        } catch {
            return .failure(error)
        }
    }

    private func table(_ greet: @escaping @Sendable (Greet) throws -> Greet.Reply) -> [Handlers] {
        var pooled = Handlers(logger: Logger(sink: log))
        var inline = pooled
        pooled.on(Greet.self) { request, _ in try greet(request) }
        inline.inline(Greet.self) { request, _ in try greet(request) }
        return [pooled, inline]
    }

    @Test func `a request is decoded, handled and answered, pooled or inline`() async throws {
        for handlers in table({ .init(greeting: "Good day, \($0.name)") }) {
            let body = try await answer(handlers, "shop.greet", #"{"name":"Ada"}"#).get()
            #expect(String(decoding: body, as: UTF8.self) == #"{"greeting":"Good day, Ada"}"#)
        }
    }

    @Test func `a handler sees its call`() async throws {
        var handlers = Handlers()
        handlers.on(Greet.self) { _, context in
            .init(greeting: "\(context.method) \(context.key ?? "-") \(context.now)")
        }
        let body = try await answer(handlers, "shop.greet", #"{"name":"Ada"}"#, key: "k").get()
        #expect(
            String(decoding: body, as: UTF8.self)
                == #"{"greeting":"shop.greet k 1970-01-01T00:00:00.000Z"}"#)
    }

    @Test func `an unknown method is unimplemented`() async {
        let outcome = await answer(Handlers(), "shop.dance", "{}")
        #expect(
            outcome
                == .failure(
                    Fault(.unimplemented, code: "unknown_method", message: "there is no method shop.dance")))
    }

    @Test func `a bad body names its field`() async {
        for handlers in table({ _ in throw Defect() }) {
            guard case .failure(let fault) = await answer(handlers, "shop.greet", #"{"name":7}"#) else {
                Issue.record("a bad body was answered")
                return
            }
            #expect(fault.status == .invalidArgument)
            #expect(fault.message == "name: must be a text")
        }
    }

    @Test func `a request's own rules are checked before its handler`() async {
        let refusal = Fault.invalid([.init(field: "name", code: "invalid_request", message: "empty")])
        for handlers in table({ _ in throw Defect() }) {
            let outcome = await answer(handlers, "shop.greet", #"{"name":""}"#)
            #expect(outcome == .failure(refusal))
        }
    }

    @Test func `a handler's fault is the answer, unlogged`() async {
        let fault = Fault(.notFound, code: "unknown_sku", message: "no such thing")
        for handlers in table({ _ in throw fault }) {
            let outcome = await answer(handlers, "shop.greet", #"{"name":"Ada"}"#)
            #expect(outcome == .failure(fault))
        }
        #expect(log.lines.isEmpty)
    }

    @Test func `a handler's other error is internal, logged and not told`() async {
        for handlers in table({ _ in throw Defect() }) {
            guard case .failure(let fault) = await answer(handlers, "shop.greet", #"{"name":"Ada"}"#) else {
                Issue.record("a defect was answered")
                return
            }
            #expect(fault.status == .internal)
            #expect(fault.code == "internal")
            #expect(!fault.message.contains("Defect"))
        }
        #expect(log.lines.count == 2)
        #expect(log.lines.allSatisfy { $0.contains("method=shop.greet") && $0.contains("Defect") })
    }

    @Test func `giving up is a deadline`() async {
        for handlers in table({ _ in throw CancellationError() }) {
            guard case .failure(let fault) = await answer(handlers, "shop.greet", #"{"name":"Ada"}"#) else {
                Issue.record("a cancelled call was answered")
                return
            }
            #expect(fault.status == .deadlineExceeded && fault.retryable)
        }
    }

    @Test func `a changing request needs its key before anything else`() async throws {
        var handlers = Handlers()
        handlers.on(Rename.self, answersKept: .byHandler) { _, _ in .init() }
        guard case .failure(let fault) = await answer(handlers, "shop.rename", "what") else {
            Issue.record("a request without a key was answered")
            return
        }
        #expect(fault.status == .invalidArgument)
        #expect(fault.code == "idempotency_key_required")
        let body = try await answer(handlers, "shop.rename", #"{"name":"Ada"}"#, key: "k").get()
        #expect(String(decoding: body, as: UTF8.self) == "{}")
    }

    @Test func `a change refuses fields that are not known, a read ignores them`() async throws {
        var handlers = Handlers()
        handlers.on(Rename.self, answersKept: .byHandler) { _, _ in .init() }
        handlers.on(Repaint.self) { _, _ in .init() }
        handlers.on(Greet.self) { request, _ in .init(greeting: request.name) }
        for method in ["shop.rename", "shop.repaint"] {
            guard
                case .failure(let fault) = await answer(
                    handlers, method, #"{"name":"Ada","colour":"red"}"#, key: "k")
            else {
                Issue.record("\(method) took a field that it does not know")
                continue
            }
            #expect(fault.code == "unknown_field" && fault.details.map(\.field) == ["colour"])
        }
        _ = try await answer(handlers, "shop.greet", #"{"name":"Ada","colour":"red"}"#).get()
    }

    @Test func `tables join and list their methods in order`() {
        var handlers = Handlers()
        handlers.on(Rename.self, answersKept: .byHandler) { _, _ in .init() }
        for table in table({ .init(greeting: $0.name) }) { handlers.add(table) }
        #expect(handlers.methods == ["shop.greet", "shop.rename"])
        #expect(handlers.all.map(\.repetition) == [.harmless, .keyed])
    }
}
