import Threading
public import WireProtocol

/// What became of the calls of one method. The responder tells of each call twice: when its work begins and
/// when it ends.
public final class MethodStatistics: Sendable {
    private struct Record {
        var inFlight = 0
        var faults: [Status: Int] = [:]
        var latency = LatencyHistogram()
    }

    private let record = Locked(Record())

    init() {}

    public func began() { record.withLock { $0.inFlight += 1 } }

    /// - Parameter microseconds: how long the work took.
    public func ended(fault: Status?, microseconds: Int64) {
        record.withLock { record in
            record.inFlight -= 1
            record.latency.record(microseconds: microseconds)
            if let fault { record.faults[fault, default: 0] += 1 }
        }
    }

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
