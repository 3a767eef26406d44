import CommandLineOptions
import Contracts
import FileAccess
import Messaging
import WireProtocol

/// The command line of the bench: which workload, how it is run, what is shown of it.
struct BenchProgram {
    static let version = "0.1.0"

    static let command = Command(
        name: "bench",
        summary: "Puts load on the shop, tells how fast it was, and checks that it stayed right",
        flags: BenchFlags.all,
        examples: [
            "bench pricing --rate 5000 --duration 30s",
            "bench pricing --closed --inflight 128 --json before.json",
            "bench pricing --find-max --objective p99=5ms --html report.html",
        ],
        subcommands: [
            Command(name: "pricing", summary: "Quotes of baskets", flags: [BenchFlags.basket]),
            Command(name: "search", summary: "Searches in the catalog", flags: [BenchFlags.queries]),
            Command(
                name: "order", summary: "Locked quotes and orders, of things of its own",
                flags: [BenchFlags.lockedAhead]),
            Command(
                name: "events", summary: "Price changes, and how long after their answers the events arrive"),
            Command(name: "codec", summary: "Encoding and decoding of a quote, without a service"),
        ])

    let environment: [String: String]

    /// - Returns: the exit code: 0, 1 when a promise was broken, 2 for a wrong command line, 3 when a service
    ///   cannot be reached.
    func run(_ arguments: [String]) async -> Int32 {
        do throws(UsageError) {
            switch try Self.command.parse(arguments, environment: environment, version: Self.version) {
            case .show(let text):
                return show(text)
            case .run(let parsed): return try await run(parsed, BenchSettings(parsed))
            }
        } catch {
            Terminal.complain("bench: \(error)")
            return 2
        }
    }

    private func show(_ text: String) -> Int32 {
        do throws(FileError) { try Terminal.print(text) } catch {
            Terminal.complain("bench: \(error)")
            return 2
        }
        return 0
    }

    private func run(_ parsed: Parsed, _ settings: BenchSettings) async throws(UsageError) -> Int32 {
        let output = try BenchOutput(settings: settings, workload: parsed.command)
        let reactor: Reactor
        do { reactor = try Reactor() } catch {
            Terminal.complain("bench: \(error)")
            return 3
        }
        let workload = try self.workload(parsed, settings, reactor)
        do {
            try await workload.prepare()
        } catch {
            Terminal.complain("bench: \(error)")
            return (error as? CallError).map(Self.exitCode) ?? 1
        }
        let report = await BenchRun(settings: settings, workload: workload, executor: reactor).report()
        return output.show(report)
    }

    private static func exitCode(_ error: CallError) -> Int32 {
        if case .fault(let fault) = error.reason, !fault.retryable { return 1 }
        return 3
    }

    private func workload(
        _ parsed: Parsed, _ settings: BenchSettings, _ reactor: Reactor
    ) throws(UsageError) -> any Workload {
        func connect(_ service: String, _ endpoints: [Endpoint]) -> ShopConnections {
            ShopConnections(
                CallerSettings(service: service, endpoints: endpoints), connections: settings.connections,
                contentType: settings.contentType, timeoutMilliseconds: settings.timeoutMilliseconds,
                reactor: reactor)
        }
        switch parsed.command {
        case "pricing":
            return PricingWorkload(
                connect("pricing", settings.pricing),
                mix: try BasketMix(try parsed.text(BenchFlags.basket), seed: settings.seed),
                currency: settings.currency)
        case "search":
            let queries = try parsed.text(BenchFlags.queries).split(separator: ",").map(String.init)
            guard !queries.isEmpty else { throw UsageError(message: "--queries names nothing to search") }
            return SearchWorkload(catalog: connect("catalog", settings.catalog), queries: queries)
        case "order":
            return OrderWorkload(
                pricing: connect("pricing", settings.pricing),
                checkout: connect("checkout", settings.checkout),
                run: String(MonotonicClock.now, radix: 36), currency: settings.currency,
                lockedAhead: try parsed.integer(BenchFlags.lockedAhead, in: 0...1_000_000))
        case "events":
            return EventsWorkload(
                connect("pricing", settings.pricing),
                at: settings.pricing,
                run: String(MonotonicClock.now, radix: 36), currency: settings.currency,
                timeoutMilliseconds: settings.timeoutMilliseconds, reactor: reactor)
        default: return CodecWorkload(contentType: settings.contentType)
        }
    }
}
