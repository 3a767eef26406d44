import Testing

@testable import Messaging

@Suite struct StreamFollowerPropertyTests {
    @Test(arguments: FollowedPublisherModel.Kind.allCases)
    func `whatever is lost, late or anew: no number skipped, none twice, and in the end the same state`(
        kind: FollowedPublisherModel.Kind
    ) {
        var seen = 0
        for seed in 1...400 as ClosedRange<UInt64> {
            var model = FollowedPublisherModel(kind, seed: seed)
            for _ in 0..<400 { model.step() }
            model.settle()
            if let problem = model.problem {
                Issue.record("seed \(seed): \(problem)")
                return
            }
            seen += model.reader.seen
        }
        #expect(seen > 10_000)
    }
}
