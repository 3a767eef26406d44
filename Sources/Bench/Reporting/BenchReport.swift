/// What a run found, as it is kept in JSON and compared with later.
struct BenchReport: Codable, Sendable, Equatable {
    /// Version of this layout. In 1 the percentiles left out what was late or failed.
    var format = BenchReport.format
    var workload: String
    /// `open loop at 1000 per second`, `closed loop, 128 in flight`.
    var load: String
    var context: RunContext
    /// For how long operations were started, without the warm-up.
    var durationSeconds: Double
    /// Whether it ended before its time.
    var interrupted: Bool
    /// Operations done in a second, until the last answer.
    var perSecond: Double
    /// What was late or failed, of everything: 0 to 1.
    var failedShare: Double
    /// Of all operations; what was late or failed counts as at least its time-out.
    var latency: Latency
    var outcomes: [String: Int]
    var seconds: [Second]
    /// Percent and microseconds, from the middle to the far end.
    var percentiles: [PercentilePoint]
    var brokenInvariants: [String]
    /// Why calls failed, those of the warm-up included; absent when none did, and in reports of before.
    var failureReasons: [String]?
    /// Services that did not answer at the end, each with why.
    var unreachable: [String]
    /// Thresholds that were crossed, each with what was seen.
    var crossedThresholds: [String]
    /// What `--cleanup` did.
    var cleanup: String?
    var requestBytes: Int?
    var replyBytes: Int?

    static let format = 2

    struct Latency: Codable, Sendable, Equatable {
        var count: UInt64
        var meanMicroseconds: Double
        var p50Microseconds: Double
        var p90Microseconds: Double
        var p99Microseconds: Double
        var p999Microseconds: Double
        var maxMicroseconds: Double
    }

    struct Second: Codable, Sendable, Equatable {
        var answered: Int
        var failed: Int
        var p50Microseconds: Double
        var p99Microseconds: Double
        var maxMicroseconds: Double
    }

    struct PercentilePoint: Codable, Sendable, Equatable {
        var percent: Double
        var microseconds: Double
    }
}

/// How a run was made: what it takes to make it again.
struct RunContext: Codable, Sendable, Equatable {
    /// The bench's.
    var version: String
    /// When it began, RFC 3339.
    var date: String
    /// The command line.
    var command: String
    /// Name, processors and system of the machine that the bench ran on.
    var host: String
    /// Every setting, typed or not.
    var settings: [Setting]

    struct Setting: Codable, Sendable, Equatable {
        var name: String
        var value: String
    }
}

extension BenchReport.Latency {
    init(_ record: LatencyRecord) {
        func microseconds(_ percent: Double) -> Double { Double(record.percentile(percent)) / 1000 }
        self.init(
            count: record.count, meanMicroseconds: record.meanNanoseconds / 1000,
            p50Microseconds: microseconds(50), p90Microseconds: microseconds(90),
            p99Microseconds: microseconds(99), p999Microseconds: microseconds(99.9),
            maxMicroseconds: Double(record.largest) / 1000)
    }
}

extension BenchReport.Second {
    init(_ second: Measurement.Second) {
        self.init(
            answered: second.answered, failed: second.failed,
            p50Microseconds: Double(second.latency.percentile(50)) / 1000,
            p99Microseconds: Double(second.latency.percentile(99)) / 1000,
            maxMicroseconds: Double(second.latency.largest) / 1000)
    }
}

extension BenchReport {
    /// The points of the percentile curve: each has a third less beyond it, down to the slowest single operation.
    static func curve(of record: LatencyRecord) -> [PercentilePoint] {
        var beyond = 100.0
        var points: [PercentilePoint] = []
        while record.count > 0, beyond > max(0.0005, 100 / Double(record.count)) {
            let percent = 100 - beyond
            points.append(
                PercentilePoint(percent: percent, microseconds: Double(record.percentile(percent)) / 1000))
            beyond /= 1.5
        }
        return points
    }
}
