import Contracts
import Foundation
import Messaging
import Testing
import Threading

extension RealProcesses {
    /// Two pricing processes with the same data, and a caller that knows both.
    @Suite struct Replicas {
        /// What became of quotes that are asked for without a pause.
        private final class Load: Sendable {
            private struct State {
                var isOver = false
                var answered = 0
                var failures: [String] = []
                var longest = Duration.zero
            }

            private let state = Locked(State())
            private let caller: Caller
            private static let basket = QuoteBasket(
                currency: .usDollar,
                lines: [Sku("mango")].compactMap { $0.map { BasketLine(sku: $0, quantity: 3) } })

            init(_ caller: Caller) { self.caller = caller }

            var answered: Int { state.withLock { $0.answered } }
            var failures: [String] { state.withLock { $0.failures } }
            var longest: Duration { state.withLock { $0.longest } }

            func stop() { state.withLock { $0.isOver = true } }

            func run() async {
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<16 {
                        group.addTask { while !self.state.withLock({ $0.isOver }) { await self.quote() } }
                    }
                }
            }

            private func quote() async {
                let start = ContinuousClock.now
                do {
                    let total = try await caller.call(Self.basket, timeoutMilliseconds: 5000).total
                    note(total == 450 ? nil : "the quote is \(total)", since: start)
                } catch {
                    note("\(error)", since: start)
                }
            }

            private func note(_ failure: String?, since start: ContinuousClock.Instant) {
                let taken = start.duration(to: .now)
                state.withLock { state in
                    if let failure { state.failures.append(failure) } else { state.answered += 1 }
                    state.longest = max(state.longest, taken)
                }
            }
        }

        /// Runs `body` while quotes are asked for, with a doomed replica and one that stays.
        private func underLoad(
            _ body: (_ doomed: ShopProcesses, _ load: Load, _ caller: Caller) async throws -> Void
        ) async throws -> Load {
            try await ShopProcesses.open([.pricing]) { doomed in
                try await ShopProcesses.open([.pricing], like: doomed) { other in
                    let endpoints = "\(doomed.endpoint(.pricing)),\(other.endpoint(.pricing))"
                    let caller = Caller(
                        try CallerSettings(service: "pricing", endpoints: endpoints), reactor: other.reactor)
                    let load = Load(caller)
                    let running = Task { await load.run() }
                    do {
                        try await body(doomed, load, caller)
                    } catch {
                        load.stop()
                        await running.value
                        throw error
                    }
                    load.stop()
                    await running.value
                    caller.close()
                    return load
                }
            }
        }

        @Test
        func
            `replicas with data of their own are noticed by who calls them, by the catalog and by the gateway`()
            async throws
        {
            try await ShopProcesses.open([.pricing, .checkout]) { one in
                try await ShopProcesses.open([.pricing]) { other in
                    let both = "\(one.endpoint(.pricing)),\(other.endpoint(.pricing))"
                    let words = ["--pricing", both, "--checkout", one.endpoint(.checkout)]
                    let quote = try await one.gateway(["quote", "mango:3"] + words)
                    #expect(quote.exit == .exit(1))
                    #expect(quote.errors.contains("do not share their data"), "\(quote.errors)")
                    try one.start(.catalog, more: words)
                    try await one.awaitServing(.catalog)
                    let status = try await one.gateway(["status"] + words)
                    #expect(status.exit == .exit(1))
                    #expect(
                        status.output.contains("its replicas do not share their data"),
                        "\(status.output)")
                    let catalog = try one.caller(.catalog)
                    try await eventually("the catalog says so") {
                        try await catalog.call(SystemHealth()).notes?
                            .contains("the replicas of pricing do not share their data") == true
                    }
                    try await other.end(.pricing)
                    #expect(try await one.gateway(["quote", "mango:3"] + words).exit == .exit(0))
                    try await eventually("the catalog takes it back") {
                        try await catalog.call(SystemHealth()).notes?
                            .contains("the replicas of pricing do not share their data") != true
                    }
                }
            }
        }

        @Test func `a pricing process killed with calls in flight costs no quote, 20 times over`()
            async throws
        {
            let load = try await underLoad { doomed, _, caller in
                for _ in 0..<20 {
                    // By its own account, it has its share again.
                    let its = try doomed.caller(.pricing)
                    try await eventually("the replica takes quotes") {
                        let methods = try await its.call(SystemStats()).methods
                        return methods.contains { $0.method == QuoteBasket.method && $0.calls > 20 }
                    }
                    let retried = caller.counters["retried"]
                    // Stopped first, so that what is under way there cannot be answered before the kill.
                    try doomed.send(SIGSTOP, to: .pricing)
                    try await Task.sleep(for: .milliseconds(20))
                    try await doomed.killAndRestart(.pricing)
                    #expect(caller.counters["retried"] > retried, "no call was in flight there")
                }
            }
            #expect(load.failures == [])
        }

        @Test func `a pricing process that is stopped is left within four seconds, and no quote is late`()
            async throws
        {
            let load = try await underLoad { doomed, load, _ in
                let start = load.answered
                try await eventually("quotes flow") { load.answered > start + 100 }
                try doomed.send(SIGSTOP, to: .pricing)
                let stopped = ContinuousClock.now
                // Every task meets the stopped process sooner or later; traffic has moved when they all go on.
                let before = load.answered
                try await eventually("traffic moves", withinSeconds: 4) { load.answered > before + 1000 }
                #expect(stopped.duration(to: .now) < .seconds(4))
                try doomed.send(SIGCONT, to: .pricing)
                let after = load.answered
                try await eventually("quotes go on") { load.answered > after + 100 }
            }
            #expect(load.failures == [])
            #expect(load.longest < .milliseconds(5100))
        }
    }
}
