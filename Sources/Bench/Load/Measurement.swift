import Threading

/// What a run saw: latencies in all and second by second, and outcomes by class.
///
/// Latencies are of every operation. One that was late or failed is told to `record` as at least its time-out: a
/// failure that comes at once must not look like a fast answer, nor be left out.
struct Measurement: Sendable {
    /// What was meant to start in one second of the run.
    struct Second: Sendable {
        var latency = LatencyRecord()
        var failed = 0

        var answered: Int { Int(latency.count) - failed }
    }

    var latency = LatencyRecord()
    var outcomes: [OutcomeClass: Int] = [:]
    var seconds: [Second] = []
    /// From the first intended start until none started any more, without the warm-up.
    var durationSeconds = 0.0
    /// From the first intended start to the last answer.
    var lastAnswerSeconds = 0.0

    var endedCount: Int { outcomes.values.reduce(0, +) }
    var doneCount: Int { outcomes[.done] ?? 0 }
    /// Those that were late or failed.
    var failedCount: Int { outcomes.reduce(0) { $1.key.isAnswer ? $0 : $0 + $1.value } }
    var failedShare: Double { endedCount == 0 ? 0 : Double(failedCount) / Double(endedCount) }

    /// Done in a second. Answers that come after the last start took their time, too.
    var doneRate: Double {
        let time = max(durationSeconds, lastAnswerSeconds)
        return time > 0 ? Double(doneCount) / time : 0
    }

    /// - Parameters:
    ///   - second: in which it was meant to start.
    ///   - endedAfterSeconds: how long after the first intended start it ended.
    mutating func record(
        _ outcome: OutcomeClass, nanoseconds: UInt64, second: Int, endedAfterSeconds: Double = 0
    ) {
        outcomes[outcome, default: 0] += 1
        while seconds.count <= second { seconds.append(Second()) }
        latency.record(nanoseconds: nanoseconds)
        seconds[second].latency.record(nanoseconds: nanoseconds)
        if outcome.isAnswer {
            lastAnswerSeconds = max(lastAnswerSeconds, endedAfterSeconds)
        } else {
            seconds[second].failed += 1
        }
    }

    mutating func add(_ other: Measurement) {
        latency.add(other.latency)
        outcomes.merge(other.outcomes) { $0 + $1 }
        lastAnswerSeconds = max(lastAnswerSeconds, other.lastAnswerSeconds)
        while seconds.count < other.seconds.count { seconds.append(Second()) }
        for (index, second) in other.seconds.enumerated() {
            seconds[index].latency.add(second.latency)
            seconds[index].failed += second.failed
        }
    }
}

/// Where the tasks of a run put what they saw; several shards, so that they seldom wait for each other.
final class Recorder: Sendable {
    private let shards: [Locked<Measurement>]

    init(shards count: Int = 8) { shards = (0..<count).map { _ in Locked(Measurement()) } }

    func record(shard: Int, _ change: (inout Measurement) -> Void) {
        shards[shard % shards.count].withLock { change(&$0) }
    }

    /// Everything so far.
    var total: Measurement {
        var sum = Measurement()
        for shard in shards { sum.add(shard.withLock { $0 }) }
        return sum
    }
}
