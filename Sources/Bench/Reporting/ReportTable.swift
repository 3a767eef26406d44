/// The report as a person reads it on a terminal.
enum ReportTable {
    static func text(_ report: BenchReport) -> String {
        [heading(report), figures(report), outcomes(report), findings(report)]
            .filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private static func heading(_ report: BenchReport) -> [String] {
        func setting(_ flag: String) -> String {
            report.context.settings.first { $0.name == flag }?.value ?? "-"
        }
        let connections = setting("--connections")
        let line = [
            "\(report.workload): \(report.load)",
            "\(number(report.durationSeconds)) s after "
                + "\(setting("--warmup")) of warm-up",
            setting("--encoding"),
            connections == "-" ? nil : connections + (connections == "1" ? " connection" : " connections"),
        ].compactMap(\.self).joined(separator: ", ")
        return report.interrupted ? [line, "INTERRUPTED: this is what was measured until then"] : [line]
    }

    private static func figures(_ report: BenchReport) -> [String] {
        guard report.latency.count > 0 else { return ["nothing was measured"] }
        let rows = report.latency.rows.map { "\(padded($0.name, 12))\(time($0.microseconds))" }
        return ["throughput  \(number(report.perSecond)) per second"] + rows + ["", basis(report)]
    }

    /// Of what the percentiles are.
    static func basis(_ report: BenchReport) -> String {
        let failed = OutcomeClass.allCases.filter { !$0.isAnswer }
            .reduce(0) { $0 + (report.outcomes[$1.rawValue] ?? 0) }
        let all = report.latency.count
        let of = "percentiles of \(all == 1 ? "the one operation" : "all \(all) operations")"
        guard failed > 0 else { return of }
        let timeout = report.context.settings.first { $0.name == "--timeout" }?.value
        return of + "; the \(failed) that \(failed == 1 ? "was" : "were") late or failed "
            + "(\(percent(report.failedShare))) \(failed == 1 ? "counts" : "count") as at least "
            + (timeout.map { "the time-out, \($0)" } ?? "their time-out")
    }

    /// The rest is in `--json`.
    private static let mostReasons = 5

    private static func outcomes(_ report: BenchReport) -> [String] {
        let all = report.latency.count
        var lines = OutcomeClass.allCases.compactMap { outcome in
            report.outcomes[outcome.rawValue].map { "\(padded(outcome.rawValue, 12))\($0)" }
        }
        if all > 0 { lines.append("\(padded("errors", 12))\(percent(report.failedShare))") }
        return lines + (report.failureReasons ?? []).prefix(mostReasons)
    }

    private static func findings(_ report: BenchReport) -> [String] {
        var lines = report.brokenInvariants.prefix(20).map { "BROKEN: \($0)" }
        let more = report.brokenInvariants.count - lines.count
        if more > 0 { lines.append("BROKEN: and \(more) more, which --json lists") }
        lines += report.unreachable.map { "GONE AT THE END: \($0)" }
        lines += report.crossedThresholds.map { "FAILED: \($0)" }
        if report.brokenInvariants.isEmpty, report.latency.count > 0 {
            lines.append(
                report.unreachable.isEmpty
                    ? "checked     nothing is broken" : "checked     nothing is broken in what was answered")
        }
        return lines + [report.cleanup].compactMap(\.self)
    }

    static func time(_ microseconds: Double) -> String {
        switch microseconds {
        case ..<1000: "\(number(microseconds)) µs"
        case ..<1_000_000: "\(number(microseconds / 1000)) ms"
        default: "\(number(microseconds / 1_000_000)) s"
        }
    }

    /// A share between 0 and 1; what is not zero never reads as zero.
    static func percent(_ share: Double) -> String {
        share > 0 && share < 0.00005 ? "below 0.01 %" : "\(number((share * 10_000).rounded() / 100)) %"
    }

    /// Three significant digits, or all before the point.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "-" }
        let magnitude = value.magnitude
        if magnitude >= 100 || magnitude == 0 { return String(Int64(value.rounded())) }
        let digits = magnitude >= 10 ? 10.0 : magnitude >= 1 ? 100.0 : 1000.0
        let text = String((value * digits).rounded() / digits)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}

extension BenchReport.Latency {
    /// The figures that tables show.
    var rows: [(name: String, microseconds: Double)] {
        [
            ("mean", meanMicroseconds), ("p50", p50Microseconds), ("p90", p90Microseconds),
            ("p99", p99Microseconds), ("p99.9", p999Microseconds), ("max", maxMicroseconds),
        ]
    }
}
