import Testing

@testable import ServiceProcess

@Suite struct GivingBackTests {
    private static let megabyte = 1 << 20

    @Test(arguments: [
        ([20, 20, 20], [false, false, false]),
        // A rush, and its end.
        ([20, 100, 200, 200, 200], [false, false, false, true, true]),
        ([20, 27, 27, 27], [false, false, false, false]),
        ([20, 100, 100, 20, 20], [false, false, true, false, false]),
    ])
    func `memory is given back when much more is held than was needed, and it grows no more`(
        resident: [Int], isDue: [Bool]
    ) {
        var decision = GivingBack()
        let decisions = resident.map { decision.isDue(residentBytes: $0 * Self.megabyte) }
        #expect(decisions == isDue)
    }

    @Test func `what is left is taken for needed, and tried again after a while that grows`() {
        var decision = GivingBack()
        for resident in [20, 200, 200] { _ = decision.isDue(residentBytes: resident * Self.megabyte) }
        decision.gaveBack(residentBytes: 90 * Self.megabyte)
        for looks in [5, 9, 17] {
            let decisions = (0..<looks).map { _ in decision.isDue(residentBytes: 90 * Self.megabyte) }
            #expect(decisions == Array(repeating: false, count: looks - 1) + [true])
            decision.gaveBack(residentBytes: 90 * Self.megabyte)
        }
        // What could be given back shows that a rush has ended since.
        for _ in 0..<33 { _ = decision.isDue(residentBytes: 90 * Self.megabyte) }
        decision.gaveBack(residentBytes: 40 * Self.megabyte)
        let decisions = (0..<5).map { _ in decision.isDue(residentBytes: 40 * Self.megabyte) }
        #expect(decisions == [false, false, false, false, true])
    }
}
