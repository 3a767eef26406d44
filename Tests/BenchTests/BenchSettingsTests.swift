import CommandLineOptions
import Testing

@testable import Bench

@Suite struct BenchSettingsTests {
    private func settings(_ words: [String]) throws -> BenchSettings {
        guard case .run(let parsed) = try BenchProgram.command.parse(words, version: "1") else {
            throw UsageError(message: "help")
        }
        return try BenchSettings(parsed)
    }

    @Test(
        arguments: [
            (["pricing", "--rate", "1000000000"], "up to 10000000"),
            (["pricing", "--rate", "0"], "above 0"),
            (["pricing", "--rate", "5", "--closed"], "a --closed loop has no rate"),
            (["pricing", "--inflight", "5"], "add --closed"),
            (["pricing", "--objective", "p99=1ms"], "add --find-max"),
            (["pricing", "--find-max", "--closed"], "leave out --closed"),
            (["pricing", "--fail-if", "p99=5ms"], "p99>5ms"),
            (["pricing", "--max-errors", "101%"], "from 0% to 100%"),
            (["pricing", "--json", "/nodir/x.json"], "--json /nodir/x.json: No such file or directory"),
            (["pricing", "--html", "/nodir/x.html"], "--html /nodir/x.html: No such file or directory"),
            (["pricing", "--json", "/"], "Is a directory"),
            (["pricing", "--html", "-"], "must be a file"),
            (["pricing", "--json", "/tmp/a", "--html", "/tmp/a"], "the same file"),
            (["pricing", "--catalog", "tcp://127.0.0.1:1"], "unknown flag --catalog"),
            (["search", "--currency", "EUR"], "unknown flag --currency"),
            (["codec", "--timeout", "1s"], "unknown flag --timeout"),
            (["pricing", "--cleanup"], "unknown flag --cleanup"),
        ] as [([String], String)])
    func `what cannot be or changes nothing is refused before the run, with the reason`(
        words: [String], reason: String
    ) {
        #expect { try settings(words) } throws: { "\($0)".contains(reason) }
    }

    @Test(arguments: ["pricing", "search", "order", "events", "codec"])
    func `every workload runs with nothing but its name, and keeps all settings for its report`(
        workload: String
    ) throws {
        let settings = try settings([workload])
        #expect(settings.plan.shape == .open(perSecond: 1000))
        #expect(settings.thresholds.map(\.text) == ["errors>1%"])
        #expect(settings.all.contains(RunContext.Setting(name: "--rate", value: "1000")))
    }

    @Test func `thresholds repeat`() throws {
        let settings = try settings([
            "order", "--max-errors", "0%", "--fail-if", "p99>5ms", "--fail-if", "rate<90", "--closed",
        ])
        #expect(settings.thresholds.map(\.text) == ["errors>0%", "p99>5ms", "rate<90"])
        #expect(settings.plan.shape == .closed(inFlight: 128))
    }
}
