import Threading

/// What a run saw: latencies in all and second by second, and outcomes by class.
struct Measurement: Sendable {
    /// One second of the run.
    struct Second: Sendable {
        var latency = LatencyRecord()
        var notDone = 0
    }

    var latency = LatencyRecord()
    var outcomes: [OutcomeClass: Int] = [:]
    var seconds: [Second] = []
    /// From the first intended send to the end of the run, without the warm-up.
    var durationSeconds = 0.0

    var doneCount: Int { outcomes[.done] ?? 0 }
    var doneRate: Double { durationSeconds > 0 ? Double(doneCount) / durationSeconds : 0 }

    mutating func record(_ outcome: OutcomeClass, nanoseconds: UInt64, second: Int) {
        outcomes[outcome, default: 0] += 1
        while seconds.count <= second { seconds.append(Second()) }
        // A refusal that comes at once must not look like a fast answer; a decline is an answer.
        guard outcome == .done || outcome == .declined else { return seconds[second].notDone += 1 }
        latency.record(nanoseconds: nanoseconds)
        seconds[second].latency.record(nanoseconds: nanoseconds)
    }

    mutating func add(_ other: Measurement) {
        latency.add(other.latency)
        outcomes.merge(other.outcomes) { $0 + $1 }
        while seconds.count < other.seconds.count { seconds.append(Second()) }
        for (index, second) in other.seconds.enumerated() {
            seconds[index].latency.add(second.latency)
            seconds[index].notDone += second.notDone
        }
    }
}

/// Where the tasks of a run put what they saw; several shards, so that they seldom wait for each other.
final class Recorder: Sendable {
    private let shards: [Locked<Measurement>]

    init(shards count: Int = 8) { shards = (0..<count).map { _ in Locked(Measurement()) } }

    func record(_ outcome: OutcomeClass, nanoseconds: UInt64, second: Int, shard: Int) {
        shards[shard % shards.count].withLock {
            $0.record(outcome, nanoseconds: nanoseconds, second: second)
        }
    }

    /// Everything so far.
    var total: Measurement {
        var sum = Measurement()
        for shard in shards { sum.add(shard.withLock { $0 }) }
        return sum
    }

    /// How many operations have ended so far.
    var endedCount: Int {
        shards.reduce(0) { $0 + $1.withLock { $0.outcomes.values.reduce(0, +) } }
    }
}
