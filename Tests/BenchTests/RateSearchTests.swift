import Testing

@testable import Bench

@Suite struct RateSearchTests {
    @Test(arguments: [3.0, 90, 1000, 7777, 250_000])
    func `the highest rate that meets the objective is found within a twentieth`(capacity: Double) {
        var search = RateSearch(from: 1000)
        var tries = 0
        while search.tried(meetsObjective: search.next <= capacity) { tries += 1 }
        #expect(tries < 40)
        #expect((search.best ?? 0) <= capacity)
        #expect((search.best ?? 0) >= capacity * 0.9)
    }

    @Test func `a service that never meets it ends the search without a rate`() {
        var search = RateSearch(from: 1000)
        var tries = 0
        while search.tried(meetsObjective: false), tries < 100 { tries += 1 }
        #expect(search.best == nil)
        #expect(tries < 20)
    }

    @Test(
        arguments: [
            ("p99=5ms", 99.0, 5_000_000), ("p50=250us", 50, 250_000), ("p99.9=1.5s", 99.9, 1_500_000_000),
        ] as [(String, Double, UInt64)])
    func `an objective is a percentile and a time`(text: String, percentile: Double, nanoseconds: UInt64) {
        let objective = LatencyObjective(text)
        #expect(objective?.percentile == percentile)
        #expect(objective?.mostNanoseconds == nanoseconds)
    }

    @Test(arguments: [
        "", "p99", "99=5ms", "p0=5ms", "p101=5ms", "p99=5", "p99=-1ms", "p99=5ms=6",
        "p99=1e300s", "p99=infs", "p99=nanms", "pnan=5ms", "p99=5ms=",
    ])
    func `anything else is none`(text: String) {
        #expect(LatencyObjective(text) == nil)
    }

    private static let runs: [(Measurement, rate: Double, LatencyObjective.Verdict, said: String)] = [
        (Measurement(100, .done, milliseconds: 1), 100, .met, "100 per second: p99 1 ms, met"),
        (
            Measurement(100, .done, milliseconds: 17.1), 100, .tooSlow,
            "100 per second: p99 17.1 ms, not met: above 5 ms"
        ),
        (
            Measurement(100, .done, milliseconds: 1), 200, .behind(perSecond: 100),
            "200 per second: p99 1 ms, not met: only 100 per second ended"
        ),
        (
            Measurement(100, .overloaded, milliseconds: 1), 100, .failed(100, of: 100),
            "100 per second: p99 1 ms, not met: 100 of 100 were late or failed"
        ),
        (Measurement(), 100, .nothingEnded, "100 per second: not met, nothing ended"),
    ]

    @Test(arguments: runs.indices) func `a rate that is not met is told with the reason that decided`(
        row: Int
    ) throws {
        let (run, rate, verdict, said) = Self.runs[row]
        let objective = try #require(LatencyObjective("p99=5ms"))
        #expect(objective.verdict(on: run, atRate: rate) == verdict)
        #expect(objective.text(verdict, on: run, atRate: rate) == said)
    }

    @Test func `a single call that was refused is a rate that is not met`() {
        var run = Measurement(1000, .done, milliseconds: 1)
        run.add(1, .overloaded, milliseconds: 1)
        #expect(LatencyObjective("p99=5ms")?.verdict(on: run, atRate: 1000) == .failed(1, of: 1001))
    }
}
