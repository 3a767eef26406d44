import Testing

@testable import Messaging

@Suite struct WaitingCallsTests {
    @Test func `first come, first served, however many`() {
        var waiting = WaitingCalls()
        for id in 0..<1000 as Range<UInt64> { waiting.append(id) }
        for id in 0..<1000 as Range<UInt64> {
            #expect(waiting.first == id)
            waiting.removeFirst()
            if id.isMultiple(of: 3) { waiting.append(1000 + id / 3) }
        }
        #expect(waiting.count == 334)
        #expect(waiting.first == 1000)
    }

    @Test func `ended calls do not pile up while no replica is there`() {
        var waiting = WaitingCalls()
        for id in 0..<100_000 as Range<UInt64> {
            waiting.append(id)
            waiting.sweep(living: 1) { $0 == id }
        }
        #expect(waiting.count <= 65)
        waiting.removeAll()
        #expect(waiting.isEmpty && waiting.first == nil)
    }
}
