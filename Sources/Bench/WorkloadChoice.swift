import CommandLineOptions
import Contracts
import Messaging

/// Makes the workload that a command line names.
struct WorkloadChoice {
    let parsed: Parsed
    let settings: BenchSettings
    let reactor: Reactor

    func workload() throws(UsageError) -> any Workload {
        switch parsed.command {
        case "pricing":
            let seed = UInt64(try parsed.integer(BenchFlags.seed))
            return PricingWorkload(
                try connect("pricing", BenchFlags.pricing),
                mix: try BasketMix(try parsed.text(BenchFlags.basket), seed: seed), currency: try currency())
        case "search":
            let queries = try parsed.text(BenchFlags.queries).split(separator: ",").map(String.init)
            guard !queries.isEmpty else { throw UsageError(message: "--queries names nothing to search") }
            return SearchWorkload(catalog: try connect("catalog", BenchFlags.catalog), queries: queries)
        case "order":
            return OrderWorkload(
                pricing: try connect("pricing", BenchFlags.pricing),
                checkout: try connect("checkout", BenchFlags.checkout), run: Self.runName,
                currency: try currency(),
                lockedAhead: try parsed.integer(BenchFlags.lockedAhead, in: 0...1_000_000))
        case "events":
            return EventsWorkload(
                try connect("pricing", BenchFlags.pricing), at: try replicas(BenchFlags.pricing),
                run: Self.runName, currency: try currency(),
                timeoutMilliseconds: settings.plan.timeoutMilliseconds, reactor: reactor)
        default: return CodecWorkload(contentType: settings.contentType)
        }
    }

    /// Names the things of a run, so that it finds none of an earlier one's.
    private static var runName: String { String(MonotonicClock.now, radix: 36) }

    private func connect(_ service: String, _ flag: Flag) throws(UsageError) -> ShopConnections {
        ShopConnections(
            CallerSettings(service: service, endpoints: try replicas(flag)),
            connections: settings.connections, contentType: settings.contentType,
            timeoutMilliseconds: settings.plan.timeoutMilliseconds, reactor: reactor)
    }

    private func replicas(_ flag: Flag) throws(UsageError) -> [Endpoint] {
        try parsed.converted(
            flag,
            allowed: "addresses such as tcp://127.0.0.1:7020 with ports below 32768, with commas between"
        ) { try? Endpoint.replicas($0) }
    }

    private func currency() throws(UsageError) -> Currency {
        try parsed.converted(BenchFlags.currency, allowed: "an ISO 4217 code") { Currency($0) }
    }
}
