/// Looks for the highest rate that still meets an objective. A pure value: it is told how each try went and
/// says which rate to try next.
struct RateSearch: Sendable, Equatable {
    private var low = 0.0
    private var high: Double?
    private(set) var next: Double
    private(set) var best: Double?

    /// The search ends when it knows the rate to this part.
    private static let precision = 0.05
    private static let lowestRate = 0.1

    init(from rate: Double) { next = rate }

    /// - Returns: false when the search is over.
    mutating func tried(meetsObjective: Bool) -> Bool {
        if meetsObjective {
            low = next
            best = next
        } else {
            high = next
        }
        guard let high else {
            next *= 2
            return true
        }
        next = low > 0 ? (low + high) / 2 : high / 4
        return (high - low) / high > Self.precision && next >= Self.lowestRate
    }
}

/// `p99=5ms`: a percentile that must not be above a time.
struct LatencyObjective: Sendable, Equatable {
    var percentile: Double
    var mostNanoseconds: UInt64
    var text: String

    init?(_ text: String) {
        let parts = text.split(separator: "=")
        guard parts.count == 2, parts[0].hasPrefix("p"), let percentile = Double(parts[0].dropFirst()),
            percentile > 0, percentile <= 100
        else { return nil }
        let units: [(String, Double)] = [("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]
        guard let unit = units.first(where: { parts[1].hasSuffix($0.0) }),
            let number = Double(parts[1].dropLast(unit.0.count)), number > 0
        else { return nil }
        self.percentile = percentile
        self.text = text
        mostNanoseconds = UInt64(number * unit.1)
    }

    /// Whether a run at `rate` met it: fast enough, nothing refused or lost, and the rate was kept.
    func isMet(by measurement: Measurement, atRate rate: Double) -> Bool {
        let ended = measurement.outcomes.values.reduce(0, +)
        let answered = measurement.doneCount + (measurement.outcomes[.declined] ?? 0)
        return ended > 0 && answered == ended && measurement.latency.percentile(percentile) <= mostNanoseconds
            && Double(ended) >= 0.95 * rate * measurement.durationSeconds
    }
}
