import Synchronization
import Threading

/// One run of a workload under a plan.
struct LoadRun: Sendable {
    let workload: any Workload
    let plan: LoadPlan
    /// Where the operations run; nil is the pool of tasks.
    var executor: (any TaskExecutor)?
    /// Told about once a second: what was seen so far, and how many are under way.
    var progress: @Sendable (Measurement, _ inFlight: Int) -> Void = { _, _ in }

    func measure() async -> Measurement {
        let start = MonotonicClock.now
        let state = RunState(
            workload: workload, executor: executor,
            start: start + UInt64(plan.warmUpMilliseconds) * 1_000_000,
            end: start + UInt64(plan.warmUpMilliseconds + plan.durationMilliseconds) * 1_000_000)
        let ticker = Task { await tick(state) }
        switch plan.shape {
        case .open(let rate): await runOpen(state, rate: rate, from: start)
        case .closed(let inFlight): await runClosed(state, inFlight: inFlight)
        }
        ticker.cancel()
        var total = state.recorder.total
        total.durationSeconds = Double(plan.durationMilliseconds) / 1000
        return total
    }

    /// Latency counts from the instant an operation was meant to start, so that a stall of the service, during
    /// which a closed loop would send nothing, is seen in full.
    private func runOpen(_ state: RunState, rate: Double, from start: UInt64) async {
        let mostInFlight = plan.mostInFlight
        await withCheckedContinuation { continuation in
            startThread {
                var number = 0
                while true {
                    let intended = start + UInt64(Double(number) / rate * 1e9)
                    if intended >= state.end { break }
                    MonotonicClock.wait(until: intended)
                    if state.inFlight.load(ordering: .relaxed) < mostInFlight {
                        state.begin(number, intended: intended)
                    } else {
                        state.record(Performed(outcome: .unavailable), intended: intended, number: number)
                    }
                    number += 1
                }
                continuation.resume()
            }
        }
        await state.drain()
    }

    private func runClosed(_ state: RunState, inFlight: Int) async {
        await withTaskGroup { group in
            for _ in 0..<inFlight {
                group.addTask(executorPreference: executor) {
                    while true {
                        let started = MonotonicClock.now
                        if started >= state.end { return }
                        let number = state.nextNumber.add(1, ordering: .relaxed).oldValue
                        let performed = await state.workload.measure(number)
                        state.record(performed, intended: started, number: number)
                    }
                }
            }
        }
    }

    private func tick(_ state: RunState) async {
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            progress(state.recorder.total, state.inFlight.load(ordering: .relaxed))
        }
    }
}

/// What the operations of one run share.
final class RunState: Sendable {
    let workload: any Workload
    let executor: (any TaskExecutor)?
    let recorder = Recorder()
    let inFlight = Atomic(0)
    let nextNumber = Atomic(0)
    /// Measured from here …
    let start: UInt64
    /// … to here.
    let end: UInt64

    init(workload: any Workload, executor: (any TaskExecutor)?, start: UInt64, end: UInt64) {
        self.workload = workload
        self.executor = executor
        self.start = start
        self.end = end
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
        recorder.record(
            performed.outcome, nanoseconds: performed.nanoseconds ?? MonotonicClock.now - intended,
            second: Int((intended - start) / 1_000_000_000), shard: number)
    }

    /// Waits for what is under way; every operation has its own deadline.
    func drain() async {
        while inFlight.load(ordering: .relaxed) > 0 { try? await Task.sleep(for: .milliseconds(5)) }
    }
}
