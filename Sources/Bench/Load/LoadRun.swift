import Synchronization
import Threading

/// One run of a workload under a plan.
struct LoadRun: Sendable {
    let workload: any Workload
    let plan: LoadPlan
    /// Where the operations run; nil is the pool of tasks.
    var executor: (any TaskExecutor)?
    /// Told about once a second: what was seen so far, and how many are under way.
    var progress: @Sendable (LoadProgress) -> Void = { _ in }
    /// Ends the run early: nothing starts any more, and what is under way is waited for.
    var interruption = Interruption()

    func measure() async -> Measurement {
        let start = MonotonicClock.now
        let state = RunState(
            workload: workload, executor: executor, interruption: interruption,
            timeoutNanoseconds: UInt64(plan.timeoutMilliseconds) * 1_000_000,
            start: start + UInt64(plan.warmUpMilliseconds) * 1_000_000,
            end: start + UInt64(plan.warmUpMilliseconds + plan.durationMilliseconds) * 1_000_000)
        let ticker = Task { await tick(state) }
        switch plan.shape {
        case .open(let rate): await runOpen(state, rate: rate, from: start)
        case .closed(let inFlight): await runClosed(state, inFlight: inFlight)
        }
        ticker.cancel()
        var total = state.recorder.total
        total.durationSeconds = state.startingSeconds
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
                    if intended >= state.end || !state.isReached(intended) { break }
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
                        if started >= state.end || state.interruption.isRaised { return }
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
            progress(
                LoadProgress(
                    isWarmingUp: MonotonicClock.now < state.start, measurement: state.recorder.total,
                    inFlight: state.inFlight.load(ordering: .relaxed)))
        }
    }
}

/// How far a run is.
struct LoadProgress: Sendable {
    var isWarmingUp: Bool
    /// What was seen so far.
    var measurement: Measurement
    /// Operations under way in an open loop.
    var inFlight: Int
}
