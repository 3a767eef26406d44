/// The report as a person reads it on a terminal.
enum ReportTable {
    static func text(_ report: BenchReport) -> String {
        var lines = [
            "\(report.workload): \(report.load), \(number(report.durationSeconds)) s after "
                + "\(number(report.warmUpSeconds)) s of warm-up, \(report.encoding), \(report.connections) "
                + (report.connections == 1 ? "connection" : "connections"),
            "", "throughput  \(number(report.perSecond)) per second",
        ]
        let latency = report.latency
        lines += [
            ("p50", latency.p50Microseconds), ("p90", latency.p90Microseconds),
            ("p99", latency.p99Microseconds), ("p99.9", latency.p999Microseconds),
            ("max", latency.maxMicroseconds),
        ].map { "\(padded($0.0, 12))\(time($0.1))" }
        lines.append("")
        for outcome in OutcomeClass.allCases {
            guard let count = report.outcomes[outcome.rawValue] else { continue }
            lines.append("\(padded(outcome.rawValue, 12))\(count)")
        }
        if report.brokenInvariants.isEmpty, latency.count > 0 {
            lines.append("checked     nothing is broken")
        }
        lines += report.brokenInvariants.prefix(20).map { "BROKEN: \($0)" }
        return lines.joined(separator: "\n")
    }

    /// The change of each figure since an earlier run.
    static func comparison(_ new: BenchReport, with old: BenchReport) -> String {
        let rows: [(String, Double, Double)] = [
            ("per second", old.perSecond, new.perSecond),
            ("p50 µs", old.latency.p50Microseconds, new.latency.p50Microseconds),
            ("p90 µs", old.latency.p90Microseconds, new.latency.p90Microseconds),
            ("p99 µs", old.latency.p99Microseconds, new.latency.p99Microseconds),
            ("p99.9 µs", old.latency.p999Microseconds, new.latency.p999Microseconds),
            ("max µs", old.latency.maxMicroseconds, new.latency.maxMicroseconds),
        ]
        let body = rows.map { name, before, after in
            let change = before > 0 ? (after / before - 1) * 100 : 0
            return padded(name, 12) + padded(number(before), 12) + padded(number(after), 12)
                + "\(change >= 0 ? "+" : "")\(number(change)) %"
        }
        return (["", padded("", 12) + padded("before", 12) + padded("now", 12) + "change"] + body)
            .joined(separator: "\n")
    }

    static func time(_ microseconds: Double) -> String {
        switch microseconds {
        case ..<1000: "\(number(microseconds)) µs"
        case ..<1_000_000: "\(number(microseconds / 1000)) ms"
        default: "\(number(microseconds / 1_000_000)) s"
        }
    }

    /// Three significant digits, or all before the point.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "-" }
        let magnitude = value.magnitude
        if magnitude >= 100 || magnitude == 0 { return String(Int64(value.rounded())) }
        let digits = magnitude >= 10 ? 10.0 : magnitude >= 1 ? 100.0 : 1000.0
        return String((value * digits).rounded() / digits)
    }

    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
