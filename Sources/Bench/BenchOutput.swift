import FileAccess
import WireProtocol

/// Shows a report where it was asked for.
struct BenchOutput {
    let settings: BenchSettings

    /// - Returns: the exit code.
    func show(_ report: BenchReport) -> Int32 {
        Terminal.endProgress()
        do {
            if settings.jsonFile != "-" { try Terminal.print(ReportTable.text(report)) }
            if let file = settings.compareFile {
                let old = try WireCoding(.json).decode(BenchReport.self, from: try WholeFile.read(file))
                try Terminal.print(ReportTable.comparison(report, with: old))
            }
            if let file = settings.jsonFile {
                let text = try WireCoding(.json).encode(report)
                if file == "-" {
                    try Terminal.print(String(decoding: text, as: UTF8.self))
                } else {
                    try WholeFile.write(text, to: file)
                }
            }
            if let file = settings.htmlFile {
                try WholeFile.write(Array(HTMLReport.page(report).utf8), to: file)
            }
        } catch {
            Terminal.complain("bench: \((error as? Fault)?.message ?? "\(error)")")
            return 2
        }
        return exitCode(report)
    }

    /// A load that nobody answered measured nothing.
    private func exitCode(_ report: BenchReport) -> Int32 {
        if !report.brokenInvariants.isEmpty || (report.outcomes[OutcomeClass.error.rawValue] ?? 0) > 0 {
            return 1
        }
        return report.latency.count == 0 ? 3 : 0
    }
}
