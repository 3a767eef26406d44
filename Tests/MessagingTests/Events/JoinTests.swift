import Testing
import Threading
import ZeroMQ

@testable import Messaging

@Suite(.serialized) struct JoinTests {
    /// Publishes ten thousand events a second until it is told to stop.
    private func publishSteadily(_ service: PriceService) -> Task<Void, Never> {
        Task {
            let start = ContinuousClock.now
            var sent = 0
            while !Task.isCancelled {
                let elapsed = start.duration(to: .now)
                let due = Int(elapsed / .milliseconds(1)) * 10
                service.publish(max(0, due - sent))
                sent = max(sent, due)
                // The pace of the load, not a wait for something: what is late is made up for.
                try? await Task.sleep(for: .milliseconds(2))
            }
        }
    }

    /// Joins, follows for some events, and compares.
    private func join(
        _ service: PriceService, _ settings: SubscriberSettings, reactor: Reactor, caller: Caller
    ) async -> String? {
        let subscriber = Subscriber(settings, reactor: reactor) { _ in caller }
        var view = PriceView()
        var followed = 0
        for await update in subscriber {
            view.take(update.change)
            if !view.problems.isEmpty { return view.problems[0] }
            guard view.isCurrent, let position = view.position else { continue }
            followed += 1
            guard followed > 10 else { continue }
            return view.state == service.state(at: position.sequence) ? nil : "another state at \(position)"
        }
        return "ended"
    }

    private func joinMany(
        _ count: Int, _ service: PriceService, on reactor: Reactor
    ) async throws -> [String] {
        let steady = publishSteadily(service)
        defer { steady.cancel() }
        let settings = service.settings()
        let caller = Caller(
            CallerSettings(service: "test", endpoints: [service.endpoint]), reactor: reactor)
        return await withTaskGroup(of: [String].self) { group in
            for _ in 0..<2 {
                group.addTask {
                    var problems: [String] = []
                    for _ in 0..<count / 2 {
                        if let problem = await join(service, settings, reactor: reactor, caller: caller) {
                            problems.append(problem)
                        }
                    }
                    return problems
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    @Test(.timeLimit(.minutes(3)))
    func `a thousand join at any moment of ten thousand events a second, and all see the publisher's state`()
        async throws
    {
        let service = try await PriceService { $0.snapshotPauseMilliseconds = 10 }
        let problems = try await joinMany(1000, service, on: try Reactor())
        #expect(problems == [])
        #expect(service.prices.position.sequence > 1000)
        await service.end()
    }

    @Test(.timeLimit(.minutes(1)))
    func `joining within a process ends the same`() async throws {
        let context = try Context()
        let service = try await PriceService(
            at: Endpoint(.inproc(name: "calls")), events: Endpoint(.inproc(name: "events")),
            on: try Reactor(context: context)
        ) { $0.snapshotPauseMilliseconds = 10 }
        let problems = try await joinMany(200, service, on: try Reactor(context: context))
        #expect(problems == [])
        await service.end()
    }

    @Test func `a newcomer to an idle publisher is current at once, with the whole state`() async throws {
        let service = try await PriceService()
        service.publish(120)
        let reader = try PriceReader(service.settings())
        try await eventually { reader.equals(service) }
        #expect(reader.seen.events == 0)
        #expect(reader.seen.staleReasons == [])
        await service.end()
    }

    @Test func `one that begins with the next event gets no state`() async throws {
        let service = try await PriceService()
        service.publish(120)
        let reader = try PriceReader(
            service.settings { $0.streams = [StreamSelection("prices", from: .now)] })
        try await eventually { reader.seen.isCurrent }
        service.publish(3)
        try await eventually { reader.seen.events == 3 }
        #expect(reader.seen.state.count == 3)
        await service.end()
    }

    @Test func `one that begins after a number gets what followed`() async throws {
        let service = try await PriceService()
        service.publish(120)
        let reader = try PriceReader(
            service.settings { $0.streams = [StreamSelection("prices", from: .after(100))] })
        try await eventually { reader.seen.isCurrent }
        #expect(reader.seen.events == 20)
        #expect(reader.seen.resets == 0)
        await service.end()
    }

    @Test func `a service is followed by its host's name`() async throws {
        struct Hosts: Resolver {
            func addresses(of host: String) throws(ResolutionError) -> [String] {
                guard host == "prices.test" else { throw ResolutionError(host: host, reason: "not known") }
                return ["127.0.0.1"]
            }
        }
        let service = try await PriceService()
        service.publish(10)
        guard case .tcp(_, let port) = service.endpoint.transport else { return }
        let settings = SubscriberSettings(
            service: "test", endpoints: [Endpoint(.tcp(host: "prices.test", port: port))],
            streams: [StreamSelection("prices")])
        let subscriber = Subscriber(settings, reactor: try Reactor(), resolver: Hosts())
        var view = PriceView()
        for await update in subscriber {
            view.take(update.change)
            if view.isCurrent { break }
        }
        #expect(view.state == service.state(at: 10))
        await service.end()
    }
}
