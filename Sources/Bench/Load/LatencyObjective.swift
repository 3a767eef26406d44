/// `p99=5ms`: a percentile that must not be above a time.
struct LatencyObjective: Sendable, Equatable {
    var percentile: Double
    var mostNanoseconds: UInt64
    var text: String

    init?(_ text: String) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, let percentile = Percentile.percent(parts[0]),
            let nanoseconds = TimeText.nanoseconds(parts[1])
        else { return nil }
        self.percentile = percentile
        self.text = text
        mostNanoseconds = nanoseconds
    }

    /// What decided whether a rate meets the objective.
    enum Verdict: Sendable, Equatable {
        case met
        case nothingEnded
        /// Some were late or failed: at a rate that is met none are.
        case failed(Int, of: Int)
        /// The rate was not kept: so many were done in a second.
        case behind(perSecond: Double)
        case tooSlow
    }

    /// Whether a run at `rate` met it: nothing refused or lost, the rate kept, and fast enough.
    func verdict(on measurement: Measurement, atRate rate: Double) -> Verdict {
        let ended = measurement.endedCount
        guard ended > 0 else { return .nothingEnded }
        guard measurement.failedCount == 0 else { return .failed(measurement.failedCount, of: ended) }
        let time = max(measurement.durationSeconds, measurement.lastAnswerSeconds)
        // A few operations at a low rate end between two starts.
        guard Double(ended + 1) >= 0.95 * rate * time else {
            return .behind(perSecond: Double(ended) / time)
        }
        return measurement.latency.percentile(percentile) <= mostNanoseconds ? .met : .tooSlow
    }
}

/// The name of a percentile: `p99.9`.
enum Percentile {
    /// Above 0, at most 100; nil for anything else.
    static func percent(_ text: some StringProtocol) -> Double? {
        guard text.hasPrefix("p"), let percent = Double(text.dropFirst()), percent > 0, percent <= 100 else {
            return nil
        }
        return percent
    }
}
