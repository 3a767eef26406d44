import Testing

@testable import Messaging

@Suite struct EventRingTests {
    private func ring(_ count: Int64, mostEvents: Int = 10, mostBytes: Int = 1 << 20) -> EventRing {
        var ring = EventRing(mostEvents: mostEvents, mostBytes: mostBytes)
        for number in 0..<count { ring.append(Sample.event(number + 1)) }
        return ring
    }

    @Test(arguments: [
        (0, 0, 0, [] as [Int64]?), (0, 0, 1, nil),
        (5, 5, 0, [1, 2, 3, 4, 5]), (5, 5, 3, [4, 5]), (5, 5, 5, []), (5, 5, 6, nil),
        (25, 25, 14, nil), (25, 25, 15, [16, 17, 18, 19, 20, 21, 22, 23, 24, 25]), (25, 25, 24, [25]),
    ])
    func `the events after a number are there or nothing is`(
        count: Int64, last: Int64, after: Int64, expected: [Int64]?
    ) {
        #expect(ring(count).events(after: after, last: last)?.map(\.sequence) == expected)
    }

    @Test func `a ring is bounded by count and by bytes`() {
        let many = ring(100_000, mostEvents: 100)
        #expect(many.count == 100)
        #expect(many.events(after: 99_999, last: 100_000)?.map(\.sequence) == [100_000])
        let one = Sample.event(1).bytes
        let heavy = ring(1000, mostEvents: 1000, mostBytes: 10 * one)
        #expect(heavy.count == 10)
        #expect(heavy.usedBytes <= 10 * one)
    }

    @Test func `an event beyond all bytes is not kept, and nothing before it`() {
        #expect(ring(3, mostBytes: 1).count == 0)
        #expect(ring(3, mostBytes: 1).events(after: 2, last: 3) == nil)
    }
}
