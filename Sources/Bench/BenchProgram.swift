import CommandLineOptions
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
            "bench pricing --rate 2000 --fail-if 'p99>5ms' --max-errors 0%",
            "bench pricing --find-max --objective p99=5ms --html report.html",
            "bench order --rate 100 --cleanup",
        ],
        subcommands: [
            Command(
                name: "pricing", summary: "Quotes of baskets",
                flags: [BenchFlags.pricing, BenchFlags.basket, BenchFlags.currency, BenchFlags.seed]
                    + BenchFlags.calling),
            Command(
                name: "search", summary: "Searches in the catalog",
                flags: [BenchFlags.catalog, BenchFlags.queries] + BenchFlags.calling),
            Command(
                name: "order", summary: "Locked quotes and orders, of things of its own",
                flags: [
                    BenchFlags.pricing, BenchFlags.checkout, BenchFlags.lockedAhead, BenchFlags.cleanup,
                    BenchFlags.currency,
                ] + BenchFlags.calling),
            Command(
                name: "events", summary: "Price changes, and how long after their answers the events arrive",
                flags: [BenchFlags.pricing, BenchFlags.currency] + BenchFlags.calling),
            Command(name: "codec", summary: "Encoding and decoding of a quote, without a service"),
        ])

    let environment: [String: String]
    let interruption: Interruption

    /// - Returns: the exit code: 0; 1 when a promise was broken or a threshold crossed; 2 for a wrong command
    ///   line; 3 when a service cannot be reached, or could not at the end; 130 when it was interrupted.
    func run(_ arguments: [String]) async -> Int32 {
        do throws(UsageError) {
            let columns = StandardOutput.columns(environment)
            switch try Self.command.parse(
                arguments, environment: environment, version: Self.version, columns: columns)
            {
            case .show(let text):
                return show(text)
            case .run(let parsed): return try await run(parsed, BenchSettings(parsed), arguments)
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

    private func run(
        _ parsed: Parsed, _ settings: BenchSettings, _ arguments: [String]
    ) async throws(UsageError) -> Int32 {
        let output = try BenchOutput(settings: settings, workload: parsed.command)
        let reactor: Reactor
        do { reactor = try Reactor() } catch {
            Terminal.complain("bench: \(error)")
            return 3
        }
        let workload = try WorkloadChoice(parsed: parsed, settings: settings, reactor: reactor).workload()
        let run = BenchRun(
            settings: settings, context: context(settings, arguments), workload: workload,
            executor: reactor, interruption: interruption,
            cleansUp: parsed.isOn(BenchFlags.cleanup))
        do {
            try await interruption.during { try await workload.prepare() }
        } catch {
            if interruption.isRaised { return output.show(await run.emptyReport()) }
            Terminal.complain("bench: \(error)")
            return (error as? CallError).map(Self.exitCode) ?? 1
        }
        return output.show(await run.report())
    }

    private func context(_ settings: BenchSettings, _ arguments: [String]) -> RunContext {
        RunContext(
            version: Self.version, date: SystemTime().now().rfc3339,
            command: CommandText.line("bench", arguments), host: Host.text, settings: settings.all)
    }

    private static func exitCode(_ error: CallError) -> Int32 {
        if case .fault(let fault) = error.reason, !fault.retryable { return 1 }
        return 3
    }
}

/// A command line as it can be pasted into a shell.
enum CommandText {
    static func line(_ program: String, _ arguments: [String]) -> String {
        ([program] + arguments.map(quoted)).joined(separator: " ")
    }

    private static func quoted(_ word: String) -> String {
        let isPlain = word.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:=,+%@".contains($0))
        }
        if isPlain, !word.isEmpty { return word }
        let parts = word.split(separator: "'", omittingEmptySubsequences: false)
        return "'\(parts.joined(separator: "'\\''"))'"
    }
}
