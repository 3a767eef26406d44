import Testing
import Threading

@testable import Bench

/// Ends its operations only when told, so that a stall is as long as the test wants.
private struct Scripted: Workload {
    let name = "scripted"
    let outcomes: [OutcomeClass]

    func prepare() async throws {}
    func perform(_ number: Int) async -> OutcomeClass { outcomes[number % outcomes.count] }
    func brokenInvariants() async -> [String] { [] }
    var messageBytes: MessageBytes? { nil }
}

@Suite struct LoadRunTests {
    @Test func `an open loop starts as many operations as its rate says, each counted once by class`() async {
        let plan = LoadPlan(
            shape: .open(perSecond: 2000), warmUpMilliseconds: 0, durationMilliseconds: 200)
        let run = LoadRun(workload: Scripted(outcomes: [.done, .declined, .late, .done]), plan: plan)
        let measured = await run.measure()
        #expect(measured.outcomes == [.done: 200, .declined: 100, .late: 100])
        #expect(measured.latency.count == 300)
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
}
