import Testing
import WireProtocol

@testable import Bench

@Suite struct ReportTests {
    private var broken: BenchReport {
        var report = BenchReport.sample()
        report.brokenInvariants = ["<lines> & total differ"]
        return report
    }

    @Test func `a report is the same after JSON`() throws {
        let text = try WireCoding(.json).encode(broken)
        #expect(try WireCoding(.json).decode(BenchReport.self, from: text) == broken)
    }

    @Test func `the table names throughput, percentiles, outcomes and broken promises`() {
        let text = ReportTable.text(broken)
        for part in [
            "1000 per second", "p99.9", "max", "done", "990", "declined", "BROKEN: <lines> & total differ",
            "2s of warm-up", "percentiles of all 1000 operations\n",
        ] {
            #expect(text.contains(part))
        }
    }

    @Test func `a run that broke nothing says that it was checked`() {
        #expect(ReportTable.text(.sample()).hasSuffix("checked     nothing is broken"))
        #expect(!ReportTable.text(broken).contains("checked"))
    }

    @Test func `the table says of what the percentiles are, and how many were late or failed`() {
        let text = ReportTable.text(.sample(outcomes: ["done": 663, "late": 330, "unavailable": 7]))
        #expect(
            text.contains(
                "percentiles of all 1000 operations; the 337 that were late or failed (33.7 %) count as at "
                    + "least the time-out, 300ms"))
        #expect(text.contains("errors      33.7 %"))
    }

    @Test func `the table says what makes the run a failure, and what cut it short`() {
        var report = BenchReport.sample()
        report.interrupted = true
        report.unreachable = ["pricing at tcp://127.0.0.1:7020 cannot be reached"]
        report.crossedThresholds = ["p99>5ms: 990 µs"]
        let text = ReportTable.text(report)
        for part in [
            "INTERRUPTED", "GONE AT THE END: pricing at", "FAILED: p99>5ms: 990 µs", "in what was answered",
        ] {
            #expect(text.contains(part))
        }
    }

    @Test func `a report tells why calls failed, on the terminal and on the page`() {
        var report = BenchReport.sample(outcomes: ["done": 900, "unavailable": 100])
        let reason = "unavailable: the replicas of pricing at a, b do not share their data"
        report.failureReasons = [reason]
        #expect(ReportTable.text(report).contains("errors      10 %\n\(reason)\n"))
        #expect(HTMLReport(report: report, earlier: nil).page.contains(reason))
    }

    @Test(arguments: [
        (0.0, "0 %"), (0.67, "67 %"), (0.001, "0.1 %"), (0.000_01, "below 0.01 %"), (1, "100 %"),
    ])
    func `a share that is not zero never reads as zero`(share: Double, text: String) {
        #expect(ReportTable.percent(share) == text)
    }

    @Test func `a comparison shows the change of each figure, and what was set otherwise`() {
        var later = BenchReport.sample()
        later.perSecond = 1500
        later.latency.p99Microseconds /= 2
        later.context.settings[0].value = "json"
        let text = Comparison(later, with: .sample()).text
        for part in ["+50 %", "-50 %", "not alike: --encoding was cbor, is json"] {
            #expect(text.contains(part))
        }
    }

    @Test func `the page is self-contained, escapes what it shows, and says how the run was made`() {
        let page = HTMLReport(report: broken, earlier: .sample()).page
        for part in [
            "&lt;lines&gt; &amp; total differ", "2026-06-19T12:00:00.000Z", "bench pricing --timeout 300ms",
            "desk, 2 processors", "--encoding", "<th>before</th>", "p99 before", "stroke-dasharray",
        ] {
            #expect(page.contains(part))
        }
        #expect(page.split(separator: "<svg").count == 4)
        #expect(!page.contains("http://") && !page.contains("https://"))
    }

    @Test(
        arguments: [
            (["a", "b-c=1"], "bench a b-c=1"), (["p99>5ms", "it's", ""], "bench 'p99>5ms' 'it'\\''s' ''"),
        ] as [([String], String)])
    func `the command line of a report can be pasted into a shell`(words: [String], line: String) {
        #expect(CommandText.line("bench", words) == line)
    }
}
