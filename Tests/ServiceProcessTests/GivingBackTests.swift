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

    @Test func `what is left afterwards is needed`() {
        var decision = GivingBack()
        for resident in [20, 200, 200] { _ = decision.isDue(residentBytes: resident * Self.megabyte) }
        decision.gaveBack(residentBytes: 90 * Self.megabyte)
        for resident in [90, 97] {
            let isDue = decision.isDue(residentBytes: resident * Self.megabyte)
            #expect(!isDue)
        }
    }
}
