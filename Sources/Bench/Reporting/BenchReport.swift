/// What a run found, as it is kept in JSON and compared with later.
struct BenchReport: Codable, Sendable, Equatable {
    /// Version of this layout.
    var format = 1
    var workload: String
    /// `open at 1000 per second`, `closed, 128 in flight`.
    var load: String
    var encoding: String
    var connections: Int
    var durationSeconds: Double
    var warmUpSeconds: Double
    var seed: UInt64
    /// Operations done in a second.
    var perSecond: Double
    var latency: Latency
    var outcomes: [String: Int]
    var seconds: [Second]
    /// Percent and nanoseconds, from the middle to the far end.
    var percentiles: [Percentile]
    var brokenInvariants: [String]
    var requestBytes: Int?
    var replyBytes: Int?

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
        var done: UInt64
        var notDone: Int
        var p50Microseconds: Double
        var p99Microseconds: Double
        var maxMicroseconds: Double
    }

    struct Percentile: Codable, Sendable, Equatable {
        var percent: Double
        var microseconds: Double
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
            done: second.latency.count, notDone: second.notDone,
            p50Microseconds: Double(second.latency.percentile(50)) / 1000,
            p99Microseconds: Double(second.latency.percentile(99)) / 1000,
            maxMicroseconds: Double(second.latency.largest) / 1000)
    }
}

extension BenchReport {
    /// The points of the percentile curve: each halves what is beyond it.
    static func curve(of record: LatencyRecord) -> [Percentile] {
        var beyond = 100.0
        var points: [Percentile] = []
        while beyond > 0.0005 {
            points.append(
                Percentile(
                    percent: 100 - beyond, microseconds: Double(record.percentile(100 - beyond)) / 1000))
            beyond /= 1.5
        }
        return points
    }
}
