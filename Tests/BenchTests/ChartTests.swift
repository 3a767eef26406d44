import Testing

@testable import Bench

@Suite struct ChartTests {
    /// A report whose latencies in microseconds are these, over so many seconds.
    private static func report(_ microseconds: [Double], seconds: Int) -> BenchReport {
        var record = LatencyRecord()
        for value in microseconds { record.record(nanoseconds: UInt64(value * 1000)) }
        var report = BenchReport.sample(of: record, outcomes: ["done": microseconds.count])
        let second = BenchReport.Second(
            answered: microseconds.count / seconds, failed: 1,
            p50Microseconds: Double(record.percentile(50)) / 1000,
            p99Microseconds: Double(record.percentile(99)) / 1000,
            maxMicroseconds: Double(record.largest) / 1000)
        report.seconds = Array(repeating: second, count: seconds)
        report.durationSeconds = Double(seconds)
        return report
    }

    private static let reports = [
        report([0], seconds: 1),
        report([0.001], seconds: 1),
        report([100], seconds: 2),
        report((1...1000).map(Double.init), seconds: 3),
        report((1...100_000).map { Double($0) * 0.37 }, seconds: 61),
        report((0..<10_000).map { $0 == 0 ? 3_600_000_000 : 73.1 }, seconds: 10),
        report((0..<1000).map { 99 + Double($0) / 1000 }, seconds: 100),
        report((0..<50_000).map { $0 % 3 == 0 ? 0 : Double($0) * 97 }, seconds: 3600),
    ]

    @Test(arguments: reports.indices) func `no text of a chart touches another, and all stand inside it`(
        row: Int
    ) {
        for other in Self.reports {
            for chart in ReportCharts(report: Self.reports[row], earlier: other).all {
                let boxes = chart.labels.map { Box($0) }
                for (index, box) in boxes.enumerated() {
                    #expect(box.left >= 0 && box.right <= LineChart.width, "\(chart.title): \(box.text)")
                    #expect(box.top >= 0 && box.bottom <= LineChart.height, "\(chart.title): \(box.text)")
                    for next in boxes[(index + 1)...] where box.touches(next) {
                        Issue.record("\(chart.title): \(box.text) touches \(next.text)")
                    }
                }
            }
        }
    }

    @Test
    func `a latency axis has round steps on a logarithmic scale, so that a maximum presses nothing flat`() {
        let axis = Axis.logarithmicTime("", of: [73.1, 1_300_000])
        #expect(axis.ticks.map(\.text) == ["100 µs", "1 ms", "10 ms", "100 ms", "1 s"])
        #expect(
            abs(axis.position(1000) - axis.position(100) - (axis.position(10_000) - axis.position(1000)))
                < 1e-9)
        #expect(axis.position(146) - axis.position(73) > 0.05)
        let narrow = Axis.logarithmicTime("", of: [60, 900])
        #expect(narrow.ticks.map(\.text) == ["50 µs", "100 µs", "200 µs", "500 µs", "1 ms"])
    }

    @Test func `a percentile axis goes by nines, and names none that the run cannot tell`() {
        let axis = Axis.nines("", count: 20_000)
        #expect(axis.ticks.map(\.text) == ["0", "50", "90", "99", "99.9", "99.99"])
        let places = [90, 99, 99.9, 99.99].map(axis.position)
        for index in 1..<places.count {
            #expect(abs(places[index] - places[index - 1] - places[0]) < 1e-6)
        }
        #expect(Axis.nines("", count: 500).ticks.map(\.text) == ["0", "50", "90", "99"])
    }

    @Test(
        arguments: [
            (51.8, ["0", "10", "20", "30", "40", "50", "60"]), (2, ["0", "0.5", "1", "1.5", "2"]),
            (1030, ["0", "200", "400", "600", "800", "1000", "1200"]), (0, ["0"]),
        ] as [(Double, [String])])
    func `a linear axis has round steps`(largest: Double, texts: [String]) {
        let axis = Axis.linear("", upTo: largest)
        #expect(Array(axis.ticks.map(\.text).prefix(texts.count)) == texts)
        if largest > 0 { #expect(axis.ticks.count == texts.count) }
    }

    @Test func `the last second's rate is of the part that there was`() {
        var report = Self.report((1...1000).map(Double.init), seconds: 3)
        report.durationSeconds = 2.5
        let answered = ReportCharts(report: report, earlier: nil).throughput.lines[0].points.map(\.y)
        #expect(answered == [333, 333, 666])
        report.durationSeconds = 2.05
        #expect(ReportCharts(report: report, earlier: nil).throughput.lines[0].points.count == 2)
    }
}

/// Where a text stands, for letters of at most two thirds of their height.
private struct Box {
    let text: String
    let left, right, top, bottom: Double

    init(_ label: LineChart.Label) {
        text = label.text
        let width = Double(label.text.count) * LineChart.fontSize * (label.isBold ? 0.66 : 0.6)
        switch label.anchor {
        case .start: left = label.x
        case .middle: left = label.x - width / 2
        case .end: left = label.x - width
        }
        right = left + width
        top = label.y - LineChart.fontSize * 0.8
        bottom = label.y + LineChart.fontSize * 0.25
    }

    func touches(_ other: Box) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
}
