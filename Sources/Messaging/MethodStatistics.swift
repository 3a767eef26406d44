import Threading
public import WireProtocol

/// What became of the calls of one method. The responder tells of each call twice: when its work begins and
/// when it ends.
public final class MethodStatistics: Sendable {
    private struct Record {
        var inFlight = 0
        var faults: [Status: Int] = [:]
        var latency = LatencyHistogram()
        var typicalReplyBytes = 0
    }

    private let record = Locked(Record())

    init() {}

    public func began() { record.withLock { $0.inFlight += 1 } }

    /// - Parameters:
    ///   - fault: nil when there was none.
    ///   - microseconds: how long the work took.
    ///   - replyBytes: of an answer that is no fault.
    public func ended(fault: Status?, microseconds: Int64, replyBytes: Int = 0) {
        record.withLock { record in
            record.inFlight -= 1
            record.latency.record(microseconds: microseconds)
            if let fault {
                record.faults[fault, default: 0] += 1
            } else {
                record.typicalReplyBytes = (7 * record.typicalReplyBytes + replyBytes) / 8
            }
        }
    }

    /// A smoothed mean of the bodies of answers.
    var typicalReplyBytes: Int { record.withLock { $0.typicalReplyBytes } }

    func report(method: String) -> SystemStats.Method {
        let record = record.withLock { $0 }
        let faults = record.faults.map { ($0.key.rawValue, $0.value) }
        return SystemStats.Method(
            method: method, calls: Int(record.latency.count), inFlight: record.inFlight,
            faults: Dictionary(uniqueKeysWithValues: faults),
            latencyMicroseconds: .init(
                p50: record.latency.percentile(0.5), p90: record.latency.percentile(0.9),
                p99: record.latency.percentile(0.99), max: record.latency.maximum))
    }
}
