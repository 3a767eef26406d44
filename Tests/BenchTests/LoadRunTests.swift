import Testing
import Threading

@testable import Bench

@Suite struct LoadRunTests {
    @Test func `an open loop starts as many operations as its rate says, each counted once by class`() async {
        let plan = LoadPlan(
            shape: .open(perSecond: 2000), warmUpMilliseconds: 0, durationMilliseconds: 200)
        let run = LoadRun(workload: Scripted(outcomes: [.done, .declined, .late, .done]), plan: plan)
        let measured = await run.measure()
        #expect(measured.outcomes == [.done: 200, .declined: 100, .late: 100])
        #expect(measured.latency.count == 400)
    }

    @Test(arguments: [OutcomeClass.late, .overloaded, .unavailable, .error])
    func `what was late or failed counts in the percentiles as at least its time-out`(
        outcome: OutcomeClass
    ) async {
        let plan = LoadPlan(
            shape: .open(perSecond: 1000), warmUpMilliseconds: 0, durationMilliseconds: 200,
            timeoutMilliseconds: 3_600_000)
        let script = [OutcomeClass](repeating: .done, count: 9) + [outcome]
        let measured = await LoadRun(workload: Scripted(outcomes: script), plan: plan).measure()
        #expect(measured.failedCount == 20)
        #expect(measured.latency.percentile(91) >= 3600 * 1_000_000_000)
        #expect(measured.latency.percentile(90) < 3600 * 1_000_000_000)
        #expect(measured.seconds.first?.answered == 180)
    }

    @Test func `what an open loop does not start, as too much is under way, counts as its time-out, too`()
        async
    {
        let plan = LoadPlan(
            shape: .open(perSecond: 1000), warmUpMilliseconds: 0, durationMilliseconds: 100,
            timeoutMilliseconds: 3_600_000, mostInFlight: 0)
        let measured = await LoadRun(workload: Scripted(outcomes: [.done]), plan: plan).measure()
        #expect(measured.outcomes == [.unavailable: 100])
        #expect(measured.latency.percentile(1) >= 3600 * 1_000_000_000)
    }

    @Test func `what starts during the warm-up is not counted`() async {
        let plan = LoadPlan(
            shape: .open(perSecond: 1000), warmUpMilliseconds: 100, durationMilliseconds: 100)
        let measured = await LoadRun(workload: Scripted(outcomes: [.done]), plan: plan).measure()
        #expect(measured.outcomes == [.done: 100])
    }

    @Test func `operations are numbered from 0, each once, in a closed loop`() async {
        let plan = LoadPlan(shape: .closed(inFlight: 4), warmUpMilliseconds: 0, durationMilliseconds: 1000)
        let measured = await LoadRun(workload: Scripted(outcomes: [.done]), plan: plan).measure()
        #expect(measured.doneCount > 0)
        #expect(measured.latency.count == UInt64(measured.doneCount))
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [LoadPlan.Shape.open(perSecond: 100), .open(perSecond: 0.001), .closed(inFlight: 2)])
    func `an interrupted run ends and tells what it had`(shape: LoadPlan.Shape) async {
        let interruption = Interruption()
        let plan = LoadPlan(shape: shape, warmUpMilliseconds: 0, durationMilliseconds: 86_400_000)
        let workload = Scripted(outcomes: [.done]) { _ = interruption.raise() }
        let measured = await LoadRun(workload: workload, plan: plan, interruption: interruption).measure()
        #expect(measured.doneCount >= 1)
        #expect(measured.durationSeconds < 86_400)
    }

    @Test(.timeLimit(.minutes(1))) func `a run that is interrupted in its warm-up measured nothing`() async {
        let interruption = Interruption()
        let plan = LoadPlan(
            shape: .open(perSecond: 100), warmUpMilliseconds: 86_400_000, durationMilliseconds: 1000)
        let workload = Scripted(outcomes: [.done]) { _ = interruption.raise() }
        let measured = await LoadRun(workload: workload, plan: plan, interruption: interruption).measure()
        #expect(measured.endedCount == 0)
        #expect(measured.durationSeconds == 0)
    }

    @Test(.timeLimit(.minutes(1))) func `preparing is given up when the bench is to end, before or amid it`()
        async
    {
        for isBefore in [true, false] {
            let interruption = Interruption()
            if isBefore { _ = interruption.raise() }
            await #expect(throws: CancellationError.self) {
                try await interruption.during {
                    if !isBefore { _ = interruption.raise() }
                    try await Task.sleep(for: .seconds(3600))
                }
            }
        }
    }

    @Test func `a second wish ends at once, but not the same signal that comes twice`() {
        let interruption = Interruption()
        #expect(interruption.raise(at: 1_000_000_000))
        #expect(interruption.raise(at: 1_400_000_000))
        #expect(!interruption.raise(at: 1_500_000_000))
        #expect(interruption.raisedAt == 1_000_000_000)
    }

    @Test func `throughput is what was done until the last answer, not by the schedule`() {
        var run = Measurement(seconds: 1, 100, .done, milliseconds: 500)
        #expect(run.doneRate == 100)
        run.add(100, .done, milliseconds: 4000)
        #expect(run.doneRate == 50)
        run.add(1, .late, milliseconds: 9000)
        #expect(run.doneRate == 50)
    }

    @Test func `progress shows no percentile before a second is over`() {
        var run = Measurement(100, .done, milliseconds: 1)
        func text(warmingUp: Bool) -> String {
            BenchRun.text(LoadProgress(isWarmingUp: warmingUp, measurement: run, inFlight: 3))
        }
        #expect(text(warmingUp: true) == "warming up, 3 under way")
        #expect(text(warmingUp: false) == "100 done, 3 under way")
        run.record(.late, nanoseconds: 5_000_000_000, second: 1)
        #expect(
            text(warmingUp: false)
                == "100 done, 1 late or failed, 100 in the last second, p99 1 ms, 3 under way")
    }
}
