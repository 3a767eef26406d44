import CommandLineOptions
import FileAccess
import WireProtocol

/// Shows a report where it was asked for.
struct BenchOutput {
    let settings: BenchSettings
    /// What the run is compared with.
    let earlier: BenchReport?

    /// Reads what the run is to be compared with, before it begins.
    init(settings: BenchSettings, workload: String) throws(UsageError) {
        self.settings = settings
        earlier = try settings.compareFile.map { file throws(UsageError) in
            try Self.report(in: file, of: workload)
        }
    }

    private static func report(in file: String, of workload: String) throws(UsageError) -> BenchReport {
        let report: BenchReport
        do {
            report = try WireCoding(.json).decode(BenchReport.self, from: try WholeFile.read(file))
        } catch let error as FileError {
            throw UsageError(message: "--compare \(error)")
        } catch {
            throw UsageError(
                message:
                    "--compare \(file): no report of bench --json (\((error as? Fault)?.message ?? "\(error)"))"
            )
        }
        guard report.workload == workload else {
            throw UsageError(message: "--compare \(file): a report of \(report.workload), not of \(workload)")
        }
        return report
    }

    /// - Returns: the exit code.
    func show(_ report: BenchReport) -> Int32 {
        Terminal.endProgress()
        do {
            if settings.jsonFile != "-" { try Terminal.print(ReportTable.text(report)) }
            if let earlier { try Terminal.print(ReportTable.comparison(report, with: earlier)) }
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
