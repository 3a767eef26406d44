/// One self-contained page: how the run was made, its figures beside those of an earlier one, and three charts.
struct HTMLReport: Sendable {
    let report: BenchReport
    var earlier: BenchReport?

    var page: String {
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(Self.escaped("bench \(report.workload), \(report.context.date)"))</title>
        <style>
        \(Self.style)
        </style></head><body>
        <h1>bench \(Self.escaped(report.workload))</h1>
        <p>\(Self.escaped(report.load)), \(ReportTable.number(report.durationSeconds)) s</p>
        \(verdicts)
        \(table("The run", run))
        <h2>Figures</h2>
        \(figures)
        <p>\(Self.escaped(report.latency.count > 0 ? ReportTable.basis(report) : "nothing was measured"))</p>
        \(table("Outcomes", outcomes))
        \(report.latency.count > 0 ? charts : "")
        \(table("Settings", report.context.settings.map { ($0.name, $0.value) }))
        </body></html>

        """
    }

    private static let style = """
        body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
        table { border-collapse: collapse; margin: .5rem 0 } th, td { padding: .2rem 1.2rem .2rem 0; text-align: left; vertical-align: top }
        th { font-weight: 600 } td.number { text-align: right; font-variant-numeric: tabular-nums } tr { border-bottom: 1px solid #eee }
        td { overflow-wrap: anywhere } code { font: 13px/1.4 ui-monospace, monospace }
        .bad { color: #a00000; font-weight: 600 } .good { color: #1a6b1a }
        svg { width: 100%; height: auto; margin: 1rem 0 } svg text { font-family: system-ui, sans-serif; font-size: 12px }
        """

    /// What is to be known before any figure.
    private var verdicts: String {
        let bad =
            (report.interrupted ? ["Interrupted: this is what was measured until then."] : [])
            + report.brokenInvariants.map { "Broken: \($0)" }
            + report.unreachable.map { "Gone at the end: \($0)" }
            + report.crossedThresholds.map { "Failed: \($0)" }
        let lines = bad.map { "<p class=\"bad\">\(Self.escaped($0))</p>" }
        let reasons = (report.failureReasons ?? []).map { "<p>\(Self.escaped($0))</p>" }
        let isGood = bad.isEmpty && report.latency.count > 0
        return (lines + reasons + (isGood ? ["<p class=\"good\">Checked: nothing is broken.</p>"] : []))
            .joined(separator: "\n")
    }

    private var run: [(String, String)] {
        let context = report.context
        let before = earlier?.context
        let rows: [(String, String?)] = [
            ("Date", context.date), ("Command", context.command), ("Host of the bench", context.host),
            ("Bench", context.version), ("Request", report.requestBytes.map { "\($0) bytes" }),
            ("Reply", report.replyBytes.map { "\($0) bytes" }), ("Afterwards", report.cleanup),
            ("Compared with", before.map { "\($0.date), \($0.command), on \($0.host)" }),
        ]
        return rows.compactMap { name, value in value.map { (name, $0) } }
    }

    private var figures: String {
        if let earlier {
            let comparison = Comparison(report, with: earlier)
            let rows = comparison.rows.map { Self.row($0.name, [$0.before, $0.now, $0.change]) }
            let notes = comparison.differences.map { "<p>Not alike: \(Self.escaped($0)).</p>" }
            return "<table><tr><th></th><th>before</th><th>now</th><th>change</th></tr>\n"
                + rows.joined(separator: "\n") + "\n</table>" + notes.joined(separator: "\n")
        }
        let rows =
            [("per second", ReportTable.number(report.perSecond))]
            + report.latency.rows.map { ($0.name, ReportTable.time($0.microseconds)) }
            + [("errors", ReportTable.percent(report.failedShare))]
        return "<table>\n" + rows.map { Self.row($0.0, [$0.1]) }.joined(separator: "\n") + "\n</table>"
    }

    private var outcomes: [(String, String)] {
        OutcomeClass.allCases.compactMap { outcome in
            report.outcomes[outcome.rawValue].map { (outcome.rawValue, "\($0)") }
        }
    }

    private var charts: String {
        ReportCharts(report: report, earlier: earlier).all.map(\.svg).joined(separator: "\n")
    }

    private func table(_ title: String, _ rows: [(String, String)]) -> String {
        if rows.isEmpty { return "" }
        let lines = rows.map {
            "<tr><th>\(Self.escaped($0.0))</th><td><code>\(Self.escaped($0.1))</code></td></tr>"
        }
        return "<h2>\(title)</h2>\n<table>\n\(lines.joined(separator: "\n"))\n</table>"
    }

    private static func row(_ name: String, _ cells: [String]) -> String {
        "<tr><th>\(escaped(name))</th>"
            + cells.map { "<td class=\"number\">\(escaped($0))</td>" }.joined() + "</tr>"
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
