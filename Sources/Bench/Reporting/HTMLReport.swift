/// One self-contained page: the figures, latency over time, the percentile curve and the throughput.
enum HTMLReport {
    static func page(_ report: BenchReport) -> String {
        let seconds = report.seconds.indices.map(Double.init)
        let overTime = LineChart(
            title: "Latency over time", xLabel: "seconds", yLabel: "ms",
            series: [
                ("p50", zip(seconds, report.seconds.map { $0.p50Microseconds / 1000 }).map { ($0, $1) }),
                ("p99", zip(seconds, report.seconds.map { $0.p99Microseconds / 1000 }).map { ($0, $1) }),
                ("max", zip(seconds, report.seconds.map { $0.maxMicroseconds / 1000 }).map { ($0, $1) }),
            ])
        let curve = LineChart(
            title: "Latency by percentile", xLabel: "percentile: each step halves what is beyond",
            yLabel: "ms",
            series: [
                (
                    "latency",
                    report.percentiles.enumerated().map {
                        (Double($0.offset), $0.element.microseconds / 1000)
                    }
                )
            ],
            xTicks: report.percentiles.enumerated().filter { $0.offset % 6 == 0 }
                .map { (Double($0.offset), ReportTable.number($0.element.percent)) })
        let throughput = LineChart(
            title: "Throughput", xLabel: "seconds", yLabel: "per second",
            series: [
                ("done", zip(seconds, report.seconds.map { Double($0.done) }).map { ($0, $1) }),
                ("not done", zip(seconds, report.seconds.map { Double($0.notDone) }).map { ($0, $1) }),
            ])
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>bench \(report.workload)</title>
            <style>
            body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
            pre { background: #f4f4f4; padding: 1rem; overflow-x: auto }
            svg { width: 100%; height: auto; margin: 1rem 0 } text { font-size: 12px; fill: #444 }
            </style></head><body>
            <h1>bench \(report.workload)</h1>
            <pre>\(escaped(ReportTable.text(report)))</pre>
            \(overTime.svg)
            \(curve.svg)
            \(throughput.svg)
            </body></html>

            """
    }

    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { page, character in
            switch character {
            case "&": page += "&amp;"
            case "<": page += "&lt;"
            case ">": page += "&gt;"
            default: page.append(character)
            }
        }
    }
}
