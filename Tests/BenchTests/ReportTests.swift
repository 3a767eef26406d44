import Testing
import WireProtocol

@testable import Bench

@Suite struct ReportTests {
    private var report: BenchReport {
        var record = LatencyRecord()
        for value in 1...1000 { record.record(nanoseconds: UInt64(value) * 1000) }
        return BenchReport(
            workload: "pricing", load: "open loop at 1000 per second", encoding: "cbor", connections: 1,
            durationSeconds: 10, warmUpSeconds: 2, seed: 1, perSecond: 1000,
            latency: BenchReport.Latency(record), outcomes: ["done": 990, "declined": 10],
            seconds: [
                BenchReport.Second(
                    done: 990, notDone: 0, p50Microseconds: 500, p99Microseconds: 990, maxMicroseconds: 1000)
            ],
            percentiles: BenchReport.curve(of: record), brokenInvariants: ["<lines> & total differ"],
            requestBytes: 150, replyBytes: 550)
    }

    @Test func `a report is the same after JSON`() throws {
        let text = try WireCoding(.json).encode(report)
        #expect(try WireCoding(.json).decode(BenchReport.self, from: text) == report)
    }

    @Test func `the table names throughput, percentiles, outcomes and broken promises`() {
        let text = ReportTable.text(report)
        for part in [
            "1000 per second", "p99.9", "max", "done", "990", "declined", "BROKEN: <lines> & total differ",
        ] {
            #expect(text.contains(part))
        }
    }

    @Test func `a run that broke nothing says that it was checked`() {
        var good = report
        good.brokenInvariants = []
        #expect(ReportTable.text(good).hasSuffix("checked     nothing is broken"))
        #expect(!ReportTable.text(report).contains("checked"))
    }

    @Test func `a comparison shows the change of each figure`() {
        var later = report
        later.perSecond = 1500
        later.latency.p99Microseconds = report.latency.p99Microseconds / 2
        let text = ReportTable.comparison(later, with: report)
        #expect(text.contains("+50.0 %"))
        #expect(text.contains("-50.0 %"))
    }

    @Test func `the page is self-contained and escapes what it shows`() {
        let page = HTMLReport.page(report)
        #expect(page.contains("&lt;lines&gt; &amp; total differ"))
        #expect(page.components("<svg") == 3)
        #expect(!page.contains("http://") && !page.contains("https://"))
    }
}

extension String {
    fileprivate func components(_ part: String) -> Int {
        var count = 0
        var rest = self[...]
        while let range = rest.firstRange(of: part) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}
