/// The three pictures of a report, each with the earlier run where there is one.
struct ReportCharts: Sendable {
    let report: BenchReport
    let earlier: BenchReport?

    var all: [LineChart] { [overTime, byPercentile, throughput] }

    private var secondsAxis: Axis {
        let longest = max(report.seconds.count, earlier?.seconds.count ?? 0)
        return .linear("seconds since the warm-up", upTo: Double(max(longest - 1, 1)))
    }

    var overTime: LineChart {
        func line(_ name: String, _ report: BenchReport, _ value: (BenchReport.Second) -> Double)
            -> LineChart.Line
        {
            let measured = report.seconds.enumerated().filter { $1.answered + $1.failed > 0 }
            return LineChart.Line(name: name, points: measured.map { (Double($0), value($1)) })
        }
        var lines = [
            line("p50", report, \.p50Microseconds), line("p99", report, \.p99Microseconds),
            line("max", report, \.maxMicroseconds),
        ]
        if let earlier {
            var before = line("p99 before", earlier, \.p99Microseconds)
            before.isEarlier = true
            lines.append(before)
        }
        return LineChart(
            title: "Latency over time", x: secondsAxis,
            y: Self.latencyAxis(lines), lines: lines)
    }

    private static func latencyAxis(_ lines: [LineChart.Line]) -> Axis {
        .logarithmicTime("latency, logarithmic", of: lines.flatMap { $0.points.map(\.y) })
    }

    var byPercentile: LineChart {
        func line(_ name: String, _ report: BenchReport) -> LineChart.Line {
            let curve = report.percentiles.map { (x: $0.percent, y: $0.microseconds) }
            guard report.latency.count > 0 else { return LineChart.Line(name: name, points: []) }
            // The slowest of all has nothing beyond it.
            let slowest = 100 - 100 / Double(report.latency.count)
            return LineChart.Line(
                name: name, points: curve + [(x: slowest, y: report.latency.maxMicroseconds)])
        }
        var lines = [line("now", report)]
        if let earlier {
            var before = line("before", earlier)
            before.isEarlier = true
            lines.append(before)
        }
        return LineChart(
            title: "Latency by percentile",
            x: .nines(
                "percentile: each nine leaves a tenth beyond it; the last point is the maximum",
                count: max(report.latency.count, earlier?.latency.count ?? 0)),
            y: Self.latencyAxis(lines), lines: lines)
    }

    var throughput: LineChart {
        var lines = [
            Self.rate("answered", report, \.answered), Self.rate("late or failed", report, \.failed),
        ]
        if let earlier {
            var before = Self.rate("answered before", earlier, \.answered)
            before.isEarlier = true
            lines.append(before)
        }
        return LineChart(
            title: "Throughput, by when operations were meant to start", x: secondsAxis,
            y: .linear("operations per second", upTo: lines.flatMap { $0.points.map(\.y) }.max() ?? 1),
            lines: lines)
    }

    /// The last second may be cut off: its rate is of the part that there was, and of less than a tenth there is none.
    private static func rate(
        _ name: String, _ report: BenchReport, _ count: (BenchReport.Second) -> Int
    ) -> LineChart.Line {
        let points = report.seconds.enumerated().compactMap { index, second -> (x: Double, y: Double)? in
            let part = min(1, report.durationSeconds - Double(index))
            return part < 0.1 ? nil : (Double(index), Double(count(second)) / part)
        }
        return LineChart.Line(name: name, points: points)
    }
}
