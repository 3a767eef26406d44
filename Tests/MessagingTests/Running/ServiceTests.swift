import Messaging
import ShopTesting
import Testing
import Threading
import WireProtocol

private struct Greet: Request {
    static let method = "greeter.greet"
    typealias Reply = Empty
}

private struct Take: Request {
    static let method = "greeter.take"
    static let repetition = Repetition.keyed
    typealias Reply = Empty
}

@Suite(.timeLimit(.minutes(1))) struct ServiceTests {
    private let log = LogRecorder()
    private let ended = Gate()
    private let place = Locked<Service.Place?>(nil)

    private func settings(events: Bool = true) throws -> Service.Settings {
        let any = Endpoint(.tcp(host: "127.0.0.1", port: 0))
        var settings = Service.Settings(
            name: "greeter", version: "1", calls: try any.onFreePort(),
            events: events ? try any.onFreePort() : nil)
        settings.logger = Logger(sink: log)
        return settings
    }

    /// Runs a service until the test has done its part.
    private func running(
        _ settings: Service.Settings, _ fill: @escaping @Sendable (inout Service) async throws -> Void,
        while use: (Endpoint, Reactor) async throws -> Void
    ) async throws {
        let service = Task {
            try await Service.run(settings, until: { await ended.pass() }) { service in
                try await fill(&service)
                service.whenServing { [place] bound in place.withLock { $0 = bound } }
            }
        }
        try await eventually { place.withLock { $0 } != nil }
        let reactor = try Reactor()
        try await use(Endpoint(bound: place.withLock { $0?.calls } ?? ""), reactor)
        await reactor.end()
        ended.open()
        try await service.value
    }

    @Test func `one call answers, publishes, tells where, and ends in good order`() async throws {
        let closed = Locked<[Int]>([])
        try await running(settings()) { service in
            let guests = service.publisher.memoryStream("guests")
            guests.answerSnapshots { StreamSnapshot([]) }
            service.handlers.on(Greet.self) { _, _ in
                let time = Timestamp(milliseconds: 0)
                guests.publish(try StreamEntry(type: "guest.greeted", key: "1", time: time, "Ada"))
                return Empty()
            }
            for number in 1...2 { service.atEnd { closed.withLock { $0.append(number) } } }
        } while: { calls, reactor in
            let caller = Caller(CallerSettings(service: "greeter", endpoints: [calls]), reactor: reactor)
            let info = try await caller.call(SystemInfo())
            #expect(info.streams == ["guests"] && info.eventsPort != nil)
            let following = SubscriberSettings(
                service: "greeter", endpoints: [calls], streams: [StreamSelection("guests")])
            let subscriber = Subscriber(following, reactor: reactor)
            for await update in subscriber {
                if case .current = update.change { _ = try await caller.call(Greet()) }
                if case .event(let event) = update.change {
                    #expect(event.type == "guest.greeted")
                    break
                }
            }
        }
        #expect(closed.withLock { $0 } == [2, 1])
        #expect(log.lines.contains { $0.contains("msg=draining") })
        #expect(log.lines.last?.contains("msg=ended") == true)
    }

    @Test func `a call at work when the end comes is answered`() async throws {
        let gate = Gate()
        try await running(settings(events: false)) { service in
            service.handlers.on(Greet.self) { _, _ in
                await gate.pass()
                return Empty()
            }
        } while: { calls, _ in
            let reactor = try Reactor()
            let caller = Caller(CallerSettings(service: "greeter", endpoints: [calls]), reactor: reactor)
            let answer = Task { try await caller.call(Greet()) }
            try await eventually { gate.entered == 1 }
            ended.open()
            try await eventually { log.lines.contains { $0.contains("msg=draining") } }
            gate.open()
            _ = try await answer.value
            await reactor.end()
        }
    }

    @Test(arguments: [true, false])
    func `an address that is taken is refused, and what was opened is closed`(isEvents: Bool) async throws {
        let isClosed = Locked(false)
        try await running(settings()) { _ in
        } while: { calls, _ in
            var second = try settings()
            if isEvents { second.events?.endpoint = calls } else { second.calls.endpoint = calls }
            let refused = second
            await #expect(throws: BindError.self) {
                try await Service.run(refused, until: {}) { service in
                    service.atEnd { isClosed.withLock { $0 = true } }
                }
            }
        }
        #expect(isClosed.withLock { $0 })
    }

    /// What cannot work, and the sentence that says so.
    private struct Row: Sendable {
        let problem: String
        let hasEvents: Bool
        let fill: @Sendable (inout Service) -> Void

        init(_ problem: String, hasEvents: Bool = false, fill: @escaping @Sendable (inout Service) -> Void) {
            self.problem = problem
            self.hasEvents = hasEvents
            self.fill = fill
        }
    }

    private static let rows = [
        Row("nobody could hear guests: the settings name no endpoint for events") {
            _ = $0.publisher.memoryStream("guests")
        },
        Row("two streams are named guests", hasEvents: true) { service in
            for _ in 0..<2 { _ = service.publisher.memoryStream("guests") }
        },
        Row("two streams are named guests; a/b is no name for a stream", hasEvents: true) { service in
            for name in ["guests", "guests", "a/b"] { _ = service.publisher.memoryStream(name) }
        },
        Row("greeter.greet has two handlers") { service in
            for _ in 0..<2 { service.handlers.on(Greet.self) { _, _ in Empty() } }
        },
        Row("greeter.take is keyed and nobody keeps its answers: register it with answersKept") {
            $0.handlers.on(Take.self) { _, _ in Empty() }
        },
        Row("$sys.ping has two handlers") { $0.handlers.inline(SystemPing.self) { _, _ in .init() } },
    ]

    @Test(arguments: rows)
    private func `what cannot work is refused at start, with what was opened closed`(row: Row) async throws {
        let isClosed = Locked(false)
        var refusal: String?
        do {
            try await Service.run(settings(events: row.hasEvents), until: {}) { service in
                service.atEnd { isClosed.withLock { $0 = true } }
                row.fill(&service)
            }
        } catch {
            refusal = "\(error)"
        }
        #expect(refusal == row.problem)
        #expect(isClosed.withLock { $0 })
    }
}
