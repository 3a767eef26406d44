import Testing

@testable import Messaging

@Suite struct StandstillTests {
    /// Goes through these pauses between two signs of life, and tells for how long what is found then may have waited;
    /// all in milliseconds.
    private func age(after pauses: [UInt64]) -> UInt64 {
        var now: UInt64 = 1_000_000_000
        var standstill = Standstill(nowNanoseconds: now)
        for pause in pauses {
            now += pause * 1_000_000
            standstill.seen(nowNanoseconds: now)
        }
        return (now - standstill.arrival(nowNanoseconds: now)) / 1_000_000
    }

    @Test(arguments: [[], [0], [100], [100, 100, 100], [250, 250, 250]] as [[UInt64]])
    func `a thread that shows itself in time finds news`(pauses: [UInt64]) {
        #expect(age(after: pauses) == 0)
    }

    @Test(
        arguments: [
            ([251], 251), ([100, 6000], 6000), ([100, 6000, 0, 0], 6000),
            // What was sent meanwhile trickles in: it is older with each moment.
            ([6000, 100, 100], 6200),
        ] as [([UInt64], UInt64)])
    func `what is found after a standstill may have waited since its start`(pauses: [UInt64], age: UInt64) {
        #expect(self.age(after: pauses) == age)
    }

    @Test func `a while after a standstill all is news again`() {
        #expect(age(after: [6000, 100, 100, 49]) == 6249)
        #expect(age(after: [6000, 100, 100, 50]) == 0)
    }

    @Test func `one standstill after another does not add up for ever`() {
        #expect(age(after: [6000, 260]) == 260)
        #expect(age(after: Array(repeating: 300, count: 100)) == 300)
        #expect(age(after: [6000, 100, 300]) == 300)
    }

    @Test func `a clock that goes back harms nothing`() {
        var standstill = Standstill(nowNanoseconds: 1000)
        standstill.seen(nowNanoseconds: 500)
        #expect(standstill.arrival(nowNanoseconds: 500) == 500)
        standstill.seen(nowNanoseconds: 1000)
        #expect(standstill.arrival(nowNanoseconds: 1000) == 1000)
    }
}
