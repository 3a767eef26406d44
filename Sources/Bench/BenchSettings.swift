import CommandLineOptions
import FileAccess
import WireProtocol

/// What a run was told, whatever its workload.
struct BenchSettings: Sendable {
    var plan: LoadPlan
    var connections: Int
    var contentType: ContentType
    var objective: LatencyObjective?
    /// What makes the run a failure; the share of errors is the first.
    var thresholds: [Threshold]
    var jsonFile: String?
    var htmlFile: String?
    var compareFile: String?
    /// Every setting, typed or not.
    var all: [RunContext.Setting]

    init(_ parsed: Parsed) throws(UsageError) {
        try Self.checkNothingIsIgnored(parsed)
        let calls = parsed.textOrNil(BenchFlags.timeout) != nil
        plan = LoadPlan(
            shape: try Self.shape(parsed),
            warmUpMilliseconds: try parsed.milliseconds(BenchFlags.warmUp),
            durationMilliseconds: try parsed.milliseconds(BenchFlags.duration, in: 100...86_400_000),
            timeoutMilliseconds: calls ? try parsed.milliseconds(BenchFlags.timeout, in: 1...60_000) : 0)
        connections = calls ? try parsed.integer(BenchFlags.connections, in: 1...1000) : 0
        contentType = try parsed.text(BenchFlags.encoding) == "json" ? .json : .cbor
        objective =
            parsed.isOn(BenchFlags.findMax)
            ? try parsed.converted(BenchFlags.objective, allowed: "a percentile and a time, as p99=5ms") {
                LatencyObjective($0)
            } : nil
        thresholds = try Self.thresholds(parsed)
        jsonFile = parsed.textOrNil(BenchFlags.json)
        htmlFile = parsed.textOrNil(BenchFlags.html)
        compareFile = parsed.textOrNil(BenchFlags.compare)
        all = parsed.all.map { RunContext.Setting(name: $0.name, value: $0.text) }
        try checkFiles()
    }

    private static func shape(_ parsed: Parsed) throws(UsageError) -> LoadPlan.Shape {
        if parsed.isOn(BenchFlags.closed) {
            return .closed(inFlight: try parsed.integer(BenchFlags.inFlight, in: 1...100_000))
        }
        let rate = try parsed.converted(BenchFlags.rate, allowed: "a number above 0, up to 10000000") {
            Double($0).flatMap { $0 > 0 && $0 <= 10_000_000 ? $0 : nil }
        }
        return .open(perSecond: rate)
    }

    /// A flag that changes nothing was meant to change something.
    private static func checkNothingIsIgnored(_ parsed: Parsed) throws(UsageError) {
        let closed = parsed.isOn(BenchFlags.closed)
        if closed, parsed.isOn(BenchFlags.findMax) {
            throw UsageError(message: "--find-max looks for a rate: leave out --closed")
        }
        if closed, parsed.isGiven(BenchFlags.rate) {
            throw UsageError(message: "a --closed loop has no rate: leave out --closed or --rate")
        }
        if !closed, parsed.isGiven(BenchFlags.inFlight) {
            throw UsageError(message: "--inflight is of a closed loop: add --closed, or leave it out")
        }
        if !parsed.isOn(BenchFlags.findMax), parsed.isGiven(BenchFlags.objective) {
            throw UsageError(
                message: "--objective is what --find-max looks for: add --find-max; "
                    + "--fail-if 'p99>5ms' judges a run at one rate")
        }
    }

    private static func thresholds(_ parsed: Parsed) throws(UsageError) -> [Threshold] {
        var thresholds = [
            try parsed.converted(BenchFlags.maxErrors, allowed: "a percentage from 0% to 100%") {
                Threshold.mostErrors($0)
            }
        ]
        for text in parsed.texts(BenchFlags.failIf) {
            guard let threshold = Threshold(text) else {
                throw UsageError(message: "--fail-if must be like \(Threshold.allowed), not \(text)")
            }
            thresholds.append(threshold)
        }
        return thresholds
    }

    /// Refuses before the run what could not be written after it.
    private func checkFiles() throws(UsageError) {
        if htmlFile == "-" { throw UsageError(message: "--html must be a file, not -") }
        if let jsonFile, jsonFile == htmlFile {
            throw UsageError(message: "--json and --html name the same file, \(jsonFile)")
        }
        let files = [("--json", jsonFile == "-" ? nil : jsonFile), ("--html", htmlFile)]
        for case (let flag, let file?) in files {
            do throws(FileError) { try WholeFile.checkWritable(file) } catch {
                throw UsageError(message: "\(flag) \(error)")
            }
        }
    }

    /// The load in words.
    var load: String {
        switch plan.shape {
        case .open(let rate): "open loop at \(ReportTable.number(rate)) per second"
        case .closed(let inFlight): "closed loop, \(inFlight) in flight"
        }
    }
}
