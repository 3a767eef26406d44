import Testing

@testable import Messaging

@Suite struct ReplicaChoiceTests {
    private func candidate(_ inFlight: Int, _ latency: Double) -> ReplicaChoice.Candidate {
        .init(inFlight: inFlight, latencyMicroseconds: latency)
    }

    @Test func `of none there is none, of one it is that one`() {
        var random = SystemRandomNumberGenerator()
        let none = ReplicaChoice.pick([], using: &random)
        let one = ReplicaChoice.pick([candidate(9, 900)], using: &random)
        #expect(none == nil && one == 0)
    }

    @Test(arguments: [(0, 100.0, 5, 100.0), (1, 10, 1, 5000), (0, 0, 3, 0)])
    func `of two the one with less work in front of it takes the call`(
        inFlight: Int, latency: Double, otherInFlight: Int, otherLatency: Double
    ) {
        var random = SystemRandomNumberGenerator()
        let candidates = [candidate(otherInFlight, otherLatency), candidate(inFlight, latency)]
        for _ in 0..<50 {
            let chosen = ReplicaChoice.pick(candidates, using: &random)
            #expect(chosen == 1)
        }
    }

    @Test func `with equal work in front of them, two that answer within a millisecond share`() {
        var random = SystemRandomNumberGenerator()
        let candidates = [candidate(0, 150), candidate(0, 900)]
        var counts = [0, 0]
        for _ in 0..<2000 { counts[ReplicaChoice.pick(candidates, using: &random) ?? 1] += 1 }
        #expect(counts[0] > 500 && counts[1] > 500)
    }

    @Test func `the worst of three is never chosen, equals share`() {
        var random = SystemRandomNumberGenerator()
        let candidates = [candidate(1, 100), candidate(50, 100), candidate(1, 100)]
        var counts = [0, 0, 0]
        for _ in 0..<2000 { counts[ReplicaChoice.pick(candidates, using: &random) ?? 1] += 1 }
        #expect(counts[1] == 0)
        #expect(counts[0] > 500 && counts[2] > 500)
    }
}
