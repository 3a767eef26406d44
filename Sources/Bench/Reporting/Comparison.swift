/// The change of each figure since an earlier run.
struct Comparison: Sendable {
    struct Row: Sendable {
        var name: String
        var before: String
        var now: String
        /// `+12 %`; a dash where there is nothing to divide by.
        var change: String
    }

    var rows: [Row]
    /// What was set otherwise in the earlier run, beside files.
    var differences: [String]

    init(_ new: BenchReport, with old: BenchReport) {
        let rate = Self.row("per second", old.perSecond, new.perSecond, ReportTable.number)
        let errors = Row(
            name: "errors", before: ReportTable.percent(old.failedShare),
            now: ReportTable.percent(new.failedShare), change: "-")
        rows =
            [rate]
            + zip(old.latency.rows, new.latency.rows).map {
                Self.row($0.name, $0.microseconds, $1.microseconds, ReportTable.time)
            } + [errors]
        differences = Self.differences(old, new)
    }

    private static func row(_ name: String, _ old: Double, _ new: Double, _ text: (Double) -> String) -> Row {
        let change = (new / old - 1) * 100
        let sign = change >= 0 ? "+" : ""
        return Row(
            name: name, before: text(old), now: text(new),
            change: old > 0 ? "\(sign)\(ReportTable.number(change)) %" : "-")
    }

    private static let files = ["--json", "--html", "--compare"]

    private static func differences(_ old: BenchReport, _ new: BenchReport) -> [String] {
        func values(_ report: BenchReport) -> [String: String] {
            Dictionary(
                report.context.settings.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        }
        let (before, now) = (values(old), values(new))
        let names = Set(before.keys).union(now.keys).subtracting(files).sorted()
        let settings = names.filter { before[$0] != now[$0] }
            .map { "\($0) was \(before[$0] ?? "not given"), is \(now[$0] ?? "not given")" }
        let host =
            old.context.host == new.context.host
            ? [] : ["the host was \(old.context.host), is \(new.context.host)"]
        let ends = [(old, "earlier"), (new, "new")].filter(\.0.interrupted)
            .map { "the \($0.1) run was interrupted" }
        return settings + host + ends
    }

    var text: String {
        let table = [Row(name: "", before: "before", now: "now", change: "change")] + rows
        let lines = table.map { row in
            ReportTable.padded(row.name, 12) + ReportTable.padded(row.before, 12)
                + ReportTable.padded(row.now, 12) + row.change
        }
        return (lines + differences.map { "not alike: \($0)" }).joined(separator: "\n")
    }
}
