import WireProtocol

/// From a plan to a report.
struct BenchRun: Sendable {
    let settings: BenchSettings
    let context: RunContext
    let workload: any Workload
    /// Where the operations run.
    let executor: any TaskExecutor
    let interruption: Interruption
    var cleansUp = false

    func report() async -> BenchReport {
        guard let objective = settings.objective, case .open(let rate) = settings.plan.shape else {
            return await report(of: await measure(settings.plan), load: settings.load)
        }
        return await highestRate(from: rate, meeting: objective)
    }

    /// The report of a run that was interrupted before anything was measured.
    func emptyReport() async -> BenchReport { await report(of: Measurement(), load: settings.load) }

    private func measure(_ plan: LoadPlan) async -> Measurement {
        await LoadRun(
            workload: workload, plan: plan, executor: executor,
            progress: { Terminal.progress(Self.text($0)) }, interruption: interruption
        ).measure()
    }

    /// Tries rates for as long as a run lasts each, and reports the best that met the objective.
    private func highestRate(from rate: Double, meeting objective: LatencyObjective) async -> BenchReport {
        var search = RateSearch(from: rate)
        var best: Measurement?
        var goesOn = true
        while goesOn {
            var plan = settings.plan
            plan.shape = .open(perSecond: search.next)
            let tried = search.next
            let measurement = await measure(plan)
            if interruption.isRaised { break }
            let verdict = objective.verdict(on: measurement, atRate: tried)
            if verdict == .met { best = measurement }
            Terminal.note(objective.text(verdict, on: measurement, atRate: tried))
            goesOn = search.tried(meetsObjective: verdict == .met)
        }
        let found = search.best.map { "\(ReportTable.number($0)) per second" } ?? "no rate"
        return await report(
            of: best ?? Measurement(),
            load: "highest rate with \(objective.text)\(goesOn ? " until it was interrupted" : ""): \(found)")
    }

    private func report(of measurement: Measurement, load: String) async -> BenchReport {
        let bytes = await workload.messageBytes
        // Before more is asked.
        let reasons = workload.services.flatMap(\.failureReasons)
        let unreachable = measurement.endedCount > 0 ? await workload.unreachableServices() : []
        let broken = await workload.brokenInvariants()
        let outcomes = measurement.outcomes.map { ($0.key.rawValue, $0.value) }
        return BenchReport(
            workload: workload.name, load: load, context: context,
            durationSeconds: measurement.durationSeconds, interrupted: interruption.isRaised,
            perSecond: measurement.doneRate, failedShare: measurement.failedShare,
            latency: BenchReport.Latency(measurement.latency),
            outcomes: Dictionary(uniqueKeysWithValues: outcomes),
            seconds: measurement.seconds.map { BenchReport.Second($0) },
            percentiles: BenchReport.curve(of: measurement.latency), brokenInvariants: broken,
            failureReasons: reasons.isEmpty ? nil : reasons, unreachable: unreachable,
            crossedThresholds: crossed(by: measurement),
            cleanup: cleansUp ? await workload.cleanUp() : nil, requestBytes: bytes?.requestBytes,
            replyBytes: bytes?.replyBytes)
    }

    private func crossed(by measurement: Measurement) -> [String] {
        if measurement.endedCount == 0 { return [] }
        return settings.thresholds.compactMap { threshold in
            threshold.crossed(by: measurement).map { "\(threshold.text): \($0)" }
        }
    }

    static func text(_ progress: LoadProgress) -> String {
        let underWay = progress.inFlight > 0 ? ", \(progress.inFlight) under way" : ""
        if progress.isWarmingUp { return "warming up\(underWay)" }
        let measurement = progress.measurement
        let failed = measurement.failedCount > 0 ? ", \(measurement.failedCount) late or failed" : ""
        let done = "\(measurement.doneCount) done\(failed)"
        // The last second is not over.
        guard let last = measurement.seconds.dropLast().last, last.latency.count > 0 else {
            return done + underWay
        }
        return "\(done), \(last.latency.count) in the last second, p99 "
            + ReportTable.time(Double(last.latency.percentile(99)) / 1000) + underWay
    }
}

extension LatencyObjective {
    /// What was seen at a rate, and what decided.
    func text(_ verdict: Verdict, on measurement: Measurement, atRate rate: Double) -> String {
        let seen = ReportTable.time(Double(measurement.latency.percentile(percentile)) / 1000)
        let start = "\(ReportTable.number(rate)) per second: p\(ReportTable.number(percentile)) \(seen)"
        switch verdict {
        case .met: return "\(start), met"
        case .tooSlow:
            return "\(start), not met: above \(ReportTable.time(Double(mostNanoseconds) / 1000))"
        case .failed(let failed, let all): return "\(start), not met: \(failed) of \(all) were late or failed"
        case .behind(let perSecond):
            return "\(start), not met: only \(ReportTable.number(perSecond)) per second ended"
        case .nothingEnded: return "\(ReportTable.number(rate)) per second: not met, nothing ended"
        }
    }
}
