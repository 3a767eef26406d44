import Synchronization

@testable import Bench

/// Ends its operations as it is told, and tells when the first has begun.
final class Scripted: Workload {
    let name = "scripted"
    private let outcomes: [OutcomeClass]
    private let begin: @Sendable () -> Void
    private let begun = Atomic(false)

    init(outcomes: [OutcomeClass], onFirst begin: @escaping @Sendable () -> Void = {}) {
        self.outcomes = outcomes
        self.begin = begin
    }

    func prepare() async throws {}

    func perform(_ number: Int) async -> OutcomeClass {
        if !begun.exchange(true, ordering: .relaxed) { begin() }
        return outcomes[number % outcomes.count]
    }

    func brokenInvariants() async -> [String] { [] }

    var messageBytes: MessageBytes? { nil }
}

extension Measurement {
    /// Operations of one kind, all in the first second.
    mutating func add(_ count: Int, _ outcome: OutcomeClass, milliseconds: Double) {
        for _ in 0..<count {
            record(
                outcome, nanoseconds: UInt64(milliseconds * 1e6), second: 0,
                endedAfterSeconds: milliseconds / 1000)
        }
    }

    init(seconds: Double = 1, _ count: Int, _ outcome: OutcomeClass, milliseconds: Double) {
        self.init()
        durationSeconds = seconds
        add(count, outcome, milliseconds: milliseconds)
    }
}

extension BenchReport {
    /// A report as of a run of 10 s with a thousand quotes of 1 µs to 1 ms.
    static func sample(
        of record: LatencyRecord? = nil, outcomes: [String: Int] = ["done": 990, "declined": 10]
    ) -> BenchReport {
        var latency = record ?? LatencyRecord()
        if record == nil { for value in 1...1000 { latency.record(nanoseconds: UInt64(value) * 1000) } }
        let failed = outcomes.reduce(0) {
            OutcomeClass(rawValue: $1.key)?.isAnswer == true ? $0 : $0 + $1.value
        }
        return BenchReport(
            workload: "pricing", load: "open loop at 1000 per second",
            context: RunContext(
                version: "1", date: "2026-06-19T12:00:00.000Z", command: "bench pricing --timeout 300ms",
                host: "desk, 2 processors",
                settings: [
                    RunContext.Setting(name: "--encoding", value: "cbor"),
                    RunContext.Setting(name: "--timeout", value: "300ms"),
                    RunContext.Setting(name: "--warmup", value: "2s"),
                ]),
            durationSeconds: 10, interrupted: false, perSecond: 1000,
            failedShare: Double(failed) / Double(outcomes.values.reduce(0, +)),
            latency: BenchReport.Latency(latency), outcomes: outcomes,
            seconds: [
                BenchReport.Second(
                    answered: 1000 - failed, failed: failed, p50Microseconds: 500, p99Microseconds: 990,
                    maxMicroseconds: 1000)
            ],
            percentiles: BenchReport.curve(of: latency), brokenInvariants: [], unreachable: [],
            crossedThresholds: [], requestBytes: 150, replyBytes: 550)
    }
}
