import WireProtocol

/// From a plan to a report.
struct BenchRun: Sendable {
    let settings: BenchSettings
    let workload: any Workload
    /// Where the operations run.
    let executor: any TaskExecutor

    func report() async -> BenchReport {
        guard let objective = settings.objective, case .open(let rate) = settings.plan.shape else {
            return await report(of: await measure(settings.plan), load: settings.load)
        }
        return await highestRate(from: rate, meeting: objective)
    }

    private func measure(_ plan: LoadPlan) async -> Measurement {
        await LoadRun(workload: workload, plan: plan, executor: executor) {
            Terminal.progress(Self.progress($0, $1))
        }.measure()
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
            let isMet = objective.isMet(by: measurement, atRate: tried)
            if isMet { best = measurement }
            Terminal.note(
                "\(ReportTable.number(tried)) per second: "
                    + ReportTable.time(Double(measurement.latency.percentile(objective.percentile)) / 1000)
                    + (isMet ? ", met" : ", not met"))
            goesOn = search.tried(meetsObjective: isMet)
        }
        let found = search.best.map { ReportTable.number($0) } ?? "no rate"
        return await report(
            of: best ?? Measurement(), load: "highest rate with \(objective.text): \(found) per second")
    }

    private func report(of measurement: Measurement, load: String) async -> BenchReport {
        let bytes = await workload.messageBytes
        let outcomes = measurement.outcomes.map { ($0.key.rawValue, $0.value) }
        return BenchReport(
            workload: workload.name, load: load,
            encoding: settings.contentType == .json ? "json" : "cbor", connections: settings.connections,
            durationSeconds: Double(settings.plan.durationMilliseconds) / 1000,
            warmUpSeconds: Double(settings.plan.warmUpMilliseconds) / 1000, seed: settings.seed,
            perSecond: measurement.doneRate, latency: BenchReport.Latency(measurement.latency),
            outcomes: Dictionary(uniqueKeysWithValues: outcomes),
            seconds: measurement.seconds.map { BenchReport.Second($0) },
            percentiles: BenchReport.curve(of: measurement.latency),
            brokenInvariants: await workload.brokenInvariants(),
            requestBytes: bytes?.requestBytes, replyBytes: bytes?.replyBytes)
    }

    private static func progress(_ measurement: Measurement, _ inFlight: Int) -> String {
        let last = measurement.seconds.dropLast().last ?? Measurement.Second()
        return "\(measurement.doneCount) done, \(last.latency.count) in the last second, p99 "
            + ReportTable.time(Double(last.latency.percentile(99)) / 1000)
            + (inFlight > 0 ? ", \(inFlight) under way" : "")
    }
}
