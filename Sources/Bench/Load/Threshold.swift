/// What makes a run a failure: `p99>5ms`, `mean>1ms`, `max>1s`, `errors>0.5%`, `rate<4000`.
struct Threshold: Sendable, Equatable {
    enum Bound: Sendable, Equatable {
        case percentileAbove(Double, nanoseconds: UInt64)
        case meanAbove(nanoseconds: UInt64)
        /// A share between 0 and 1 of what was late or failed.
        case errorsAbove(Double)
        /// Done in a second.
        case rateBelow(Double)
    }

    static let allowed = "p99>5ms, mean>1ms, max>1s, errors>0.5% or rate<4000"

    var text: String
    var bound: Bound

    init?(_ text: String) {
        let signs = text.filter { $0 == "<" || $0 == ">" }
        let parts = text.split { $0 == "<" || $0 == ">" }.map { $0.filter { $0 != " " } }
        guard signs.count == 1, parts.count == 2, let bound = Self.bound(parts[0], signs, parts[1]) else {
            return nil
        }
        self.text = text
        self.bound = bound
    }

    private init(text: String, bound: Bound) {
        self.text = text
        self.bound = bound
    }

    private static func bound(_ name: String, _ sign: String, _ limit: String) -> Bound? {
        switch (name, sign) {
        case ("rate", "<"):
            guard let rate = Double(limit), rate > 0, rate.isFinite else { return nil }
            return .rateBelow(rate)
        case ("errors", ">"): return share(limit).map { .errorsAbove($0) }
        case ("mean", ">"): return TimeText.nanoseconds(limit).map { .meanAbove(nanoseconds: $0) }
        case (_, ">"):
            guard let percent = name == "max" ? 100 : Percentile.percent(name) else { return nil }
            return TimeText.nanoseconds(limit).map { .percentileAbove(percent, nanoseconds: $0) }
        default: return nil
        }
    }

    /// `--max-errors`: a share of errors in percent, as `1%` or `1`.
    static func mostErrors(_ text: String) -> Threshold? {
        share(text).map { Threshold(text: "errors>\(text)", bound: .errorsAbove($0)) }
    }

    /// `0.5%`, as a share between 0 and 1.
    private static func share(_ text: String) -> Double? {
        guard let percent = Double(text.hasSuffix("%") ? String(text.dropLast()) : text),
            (0...100).contains(percent)
        else { return nil }
        return percent / 100
    }

    /// What was seen instead, when a run crossed the threshold.
    func crossed(by run: Measurement) -> String? {
        func above(_ seen: Double, _ nanoseconds: UInt64) -> String? {
            seen > Double(nanoseconds) ? ReportTable.time(seen / 1000) : nil
        }
        switch bound {
        case .percentileAbove(let percent, let most):
            return above(Double(run.latency.percentile(percent)), most)
        case .meanAbove(let most): return above(run.latency.meanNanoseconds, most)
        case .errorsAbove(let most):
            return run.failedShare > most ? ReportTable.percent(run.failedShare) : nil
        case .rateBelow(let least): return run.doneRate < least ? ReportTable.number(run.doneRate) : nil
        }
    }
}
