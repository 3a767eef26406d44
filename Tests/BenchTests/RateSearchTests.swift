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

    @Test(arguments: ["", "p99", "99=5ms", "p0=5ms", "p101=5ms", "p99=5", "p99=-1ms", "p99=5ms=6"])
    func `anything else is none`(text: String) {
        #expect(LatencyObjective(text) == nil)
    }

    @Test func `a run that refused calls or fell behind its rate does not meet it`() {
        let objective = LatencyObjective("p99=5ms")
        var run = Measurement()
        run.durationSeconds = 1
        for _ in 0..<100 { run.record(.done, nanoseconds: 1_000_000, second: 0) }
        #expect(objective?.isMet(by: run, atRate: 100) == true)
        #expect(objective?.isMet(by: run, atRate: 200) == false)
        run.record(.overloaded, nanoseconds: 1000, second: 0)
        #expect(objective?.isMet(by: run, atRate: 100) == false)
    }
}
