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
            let bytes = try WholeFile.read(file)
            let format = try WireCoding(.json).decode(Format.self, from: bytes).format
            guard format == BenchReport.format else {
                throw UsageError(
                    message: "--compare \(file): layout \(format) of another version of the bench, "
                        + "whose figures are not of the same; measure it again")
            }
            report = try WireCoding(.json).decode(BenchReport.self, from: bytes)
        } catch let error as UsageError {
            throw error
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

    /// What every layout has.
    private struct Format: Decodable { var format: Int }

    /// - Returns: the exit code.
    func show(_ report: BenchReport) -> Int32 {
        Terminal.endProgress()
        let comparison = earlier.map { Comparison(report, with: $0) }
        do {
            if settings.jsonFile != "-" {
                try Terminal.print(ReportTable.text(report))
                if let comparison { try Terminal.print("\n" + comparison.text) }
            } else if let comparison {
                // Standard output is for the JSON alone.
                Terminal.note(comparison.text)
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
                let page = HTMLReport(report: report, earlier: earlier).page
                try WholeFile.write(Array(page.utf8), to: file)
            }
        } catch {
            Terminal.complain("bench: \((error as? Fault)?.message ?? "\(error)")")
            return 2
        }
        return report.exitCode
    }
}

extension BenchReport {
    /// 1 when a promise was broken, 130 when the run was interrupted, 3 when a service was gone at the end or nothing
    /// was answered, 1 when a threshold was crossed.
    var exitCode: Int32 {
        let impossible = outcomes[OutcomeClass.error.rawValue] ?? 0
        if !brokenInvariants.isEmpty || impossible > 0 { return 1 }
        if interrupted { return 130 }
        let answered = OutcomeClass.allCases.filter(\.isAnswer).reduce(0) {
            $0 + (outcomes[$1.rawValue] ?? 0)
        }
        if !unreachable.isEmpty || answered == 0 { return 3 }
        return crossedThresholds.isEmpty ? 0 : 1
    }
}
