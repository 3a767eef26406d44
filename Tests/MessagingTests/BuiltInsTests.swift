import Messaging
import Testing
import WireProtocol

private struct Greet: Request {
    static let method = "shop.greet"
    typealias Reply = Empty

    var name: String
    var age: WireInteger?
}

private struct Rename: Request {
    static let method = "shop.rename"
    static let repetition = Repetition.keyed
    typealias Reply = Empty
}

@Suite struct BuiltInsTests {
    private let health = Health()
    private let counters = Counters()

    private func handlers() -> Handlers {
        var handlers = Handlers()
        handlers.on(Greet.self) { _, _ in .init() }
        handlers.on(Rename.self, answersKept: .byHandler) { _, _ in .init() }
        let builtIns = BuiltIns(
            name: "shop", version: "1.2.3", instance: "shop-1", streams: ["prices"], eventsPort: 7021,
            health: health, counters: counters)
        builtIns.add(to: &handlers)
        return handlers
    }

    private func ask<R: Request>(_ request: R, of handlers: Handlers) throws -> R.Reply {
        let coding = WireCoding(.json)
        let handler = try handlers.handler(for: R.method)
        guard case .inline(let run) = handler.work else {
            throw Fault(.internal, code: "internal", message: "\(R.method) is not inline")
        }
        let context = CallContext(method: R.method, now: Timestamp(milliseconds: 0))
        return try coding.decode(R.Reply.self, from: run([], coding, context).get())
    }

    @Test func `a ping is answered`() throws {
        let reply = try ask(SystemPing(), of: handlers())
        #expect(reply == SystemPing.Reply())
    }

    @Test func `info tells who answers and every method`() throws {
        let info = try ask(SystemInfo(), of: handlers())
        #expect(
            info
                == .init(
                    name: "shop", version: "1.2.3", instance: "shop-1", role: .owner,
                    methods: [
                        "$sys.describe", "$sys.health", "$sys.info", "$sys.ping", "$sys.stats", "shop.greet",
                        "shop.rename",
                    ], streams: ["prices"], eventsPort: 7021))
        #expect(info.methods == handlers().methods)
    }

    @Test func `health names every reason until it is gone`() throws {
        let handlers = handlers()
        let serving = try ask(SystemHealth(), of: handlers)
        #expect(serving == .init(status: .serving, reasons: []))
        health.add(reason: "store_unavailable")
        health.add(reason: "draining")
        let stopped = try ask(SystemHealth(), of: handlers)
        #expect(stopped == .init(status: .notServing, reasons: ["draining", "store_unavailable"]))
        health.remove(reason: "store_unavailable")
        health.remove(reason: "draining")
        #expect(health.isServing)
    }

    @Test func `stats count calls, faults and durations of each method`() throws {
        let handlers = handlers()
        let statistics = try handlers.handler(for: Greet.method).statistics
        for duration: Int64 in 1...20 {
            statistics.began()
            statistics.ended(fault: duration > 18 ? .notFound : nil, microseconds: duration)
        }
        statistics.began()
        counters.add("late")
        counters.add("dropped", 3)
        let stats = try ask(SystemStats(), of: handlers)
        #expect(
            stats.methods.first
                == .init(
                    method: "shop.greet", calls: 20, inFlight: 1, faults: ["not_found": 2],
                    latencyMicroseconds: .init(p50: 10, p90: 18, p99: 20, max: 20)))
        #expect(stats.methods.map(\.method) == ["shop.greet", "shop.rename"])
        #expect(
            stats.counters == [
                "late": 1, "dropped": 3, "retried": 0, "ejected": 0, "refused": 0, "expired": 0,
                "abandoned": 0, "subscribers_cut": 0, "peers_cut_crowded": 0, "peers_cut_unread": 0,
                "peers_cut_unending": 0, "peers_cut_overrun": 0,
            ])
    }

    @Test func `describe gives the schema of request and reply, and holds up nobody`() async throws {
        let coding = WireCoding(.json)
        let handler = try handlers().handler(for: SystemDescribe.method)
        guard case .pooled(let run) = handler.work else {
            Issue.record("it is encoded on the reactor")
            return
        }
        let context = CallContext(method: handler.method, now: Timestamp(milliseconds: 0))
        let body = try await run([], coding, context).get()
        let description = try coding.decode(SystemDescribe.Reply.self, from: body)
        #expect(description.methods.map(\.method) == ["shop.greet", "shop.rename"])
        #expect(description.methods.map(\.needsKey) == [false, true])
        let request = try #require(description.methods.first?.request)
        let written = try WireCoding(.json).encode(request)
        #expect(
            String(decoding: written, as: UTF8.self) == """
                {"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{\
                "age":{"maximum":9007199254740991,"minimum":-9007199254740991,"type":"integer"},\
                "name":{"type":"string"}},"required":["name"],"type":"object"}
                """)
    }
}
