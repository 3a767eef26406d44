import Synchronization

/// What the operations of one run share.
final class RunState: Sendable {
    let workload: any Workload
    let executor: (any TaskExecutor)?
    let interruption: Interruption
    let recorder = Recorder()
    let inFlight = Atomic(0)
    let nextNumber = Atomic(0)
    /// What was late or failed counts as at least this.
    let timeoutNanoseconds: UInt64
    /// Measured from here …
    let start: UInt64
    /// … to here.
    let end: UInt64

    /// How long a wait may be before it looks whether the run was interrupted.
    private static let longestWait: UInt64 = 50_000_000

    init(
        workload: any Workload, executor: (any TaskExecutor)?, interruption: Interruption,
        timeoutNanoseconds: UInt64, start: UInt64, end: UInt64
    ) {
        self.workload = workload
        self.executor = executor
        self.interruption = interruption
        self.timeoutNanoseconds = timeoutNanoseconds
        self.start = start
        self.end = end
    }

    /// Blocks the thread until the instant is there.
    ///
    /// - Returns: false when the run was interrupted before.
    func isReached(_ instant: UInt64) -> Bool {
        while !interruption.isRaised {
            let now = MonotonicClock.now
            if now >= instant { return true }
            MonotonicClock.wait(until: min(instant, now + Self.longestWait))
        }
        return false
    }

    func begin(_ number: Int, intended: UInt64) {
        inFlight.add(1, ordering: .relaxed)
        Task(executorPreference: executor) {
            let performed = await self.workload.measure(number)
            self.record(performed, intended: intended, number: number)
            self.inFlight.subtract(1, ordering: .relaxed)
        }
    }

    /// Counts what was meant to start after the warm-up.
    func record(_ performed: Performed, intended: UInt64, number: Int) {
        guard intended >= start else { return }
        let now = MonotonicClock.now
        let taken = performed.nanoseconds ?? now - intended
        let outcome = performed.outcome
        recorder.record(shard: number) {
            $0.record(
                outcome, nanoseconds: outcome.isAnswer ? taken : max(taken, timeoutNanoseconds),
                second: Int((intended - start) / 1_000_000_000),
                endedAfterSeconds: Double(now - start) / 1e9)
        }
    }

    /// Waits for what is under way; every operation has its own deadline.
    func drain() async {
        while inFlight.load(ordering: .relaxed) > 0 { try? await Task.sleep(for: .milliseconds(5)) }
    }

    /// How long operations that count have been started: the whole run, or until it was interrupted.
    var startingSeconds: Double {
        let last = min(end, interruption.raisedAt ?? end)
        return last > start ? Double(last - start) / 1e9 : 0
    }
}
