import Testing

@testable import Bench

@Suite struct ThresholdTests {
    /// 990 done in 10 ms, 10 late at 300 ms, in one second.
    private var run: Measurement {
        var run = Measurement(990, .done, milliseconds: 10)
        run.add(10, .late, milliseconds: 300)
        return run
    }

    @Test(
        arguments: [
            ("p99>5ms", "10 ms"), ("p99>10.1ms", nil), ("p99.9 > 100ms", "300 ms"), ("max>1s", nil),
            ("max>250000us", "300 ms"), ("mean>12ms", "12.9 ms"), ("mean>13ms", nil),
            ("errors>0.5%", "1 %"), ("errors>1%", nil), ("errors>0", "1 %"), ("rate<1000", "990"),
            ("rate<990", nil),
        ] as [(String, String?)])
    func `a threshold is crossed by what is beyond it, and tells what was seen`(
        text: String, seen: String?
    ) throws {
        let told = try #require(Threshold(text)).crossed(by: run)
        let expected = seen.map { $0.split(separator: " ").map(String.init) }
        // A record of latencies is exact to a thousandth.
        #expect(told.map { $0.split(separator: " ").map(String.init) } == expected, "\(told ?? "-")")
    }

    @Test(arguments: [
        "", "p99", "p99=5ms", "p99<5ms", "rate>5", "rate<0", "rate<inf", "errors>101%", "errors>-1%",
        "p0>1ms",
        "p99>5", "p99>5ms>6ms", "speed>1ms", "p99>1e300s",
    ])
    func `anything else is no threshold`(text: String) { #expect(Threshold(text) == nil) }

    @Test(arguments: [
        ("1%", true), ("0.5", true), ("0", true), ("100%", true), ("-1", false), ("many", false),
    ])
    func `the most errors are a percentage`(text: String, isOne: Bool) {
        #expect((Threshold.mostErrors(text) != nil) == isOne)
    }

    private static let endings: [(change: @Sendable (inout BenchReport) -> Void, code: Int32)] = [
        ({ _ in }, 0),
        ({ $0.crossedThresholds = ["errors>1%: 67 %"] }, 1),
        ({ $0.brokenInvariants = ["stock"] }, 1),
        ({ $0.outcomes["error"] = 1 }, 1),
        ({ $0.outcomes = ["late": 10] }, 3),
        ({ $0.outcomes = [:] }, 3),
        ({ $0.unreachable = ["pricing cannot be reached"] }, 3),
        (
            {
                $0.unreachable = ["pricing cannot be reached"]; $0.crossedThresholds = ["errors>1%: 67 %"]
            }, 3
        ),
        ({ $0.interrupted = true }, 130),
        (
            {
                $0.interrupted = true; $0.outcomes = [:]
            }, 130
        ),
        (
            {
                $0.interrupted = true; $0.brokenInvariants = ["stock"]
            }, 1
        ),
    ]

    @Test(arguments: endings.indices) func `the exit code tells how it ended`(row: Int) {
        var report = BenchReport.sample()
        Self.endings[row].change(&report)
        #expect(report.exitCode == Self.endings[row].code)
    }
}
