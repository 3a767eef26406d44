import Testing

@testable import Messaging

@Suite struct FairQueueTests {
    @Test func `peers have their turns one after the other, each in its own order`() {
        var queue = FairQueue<String>()
        for item in ["a1", "a2", "a3", "b1", "c1", "c2"] {
            queue.append(item, of: UInt64(item.utf8.first ?? 0))
        }
        var taken: [String] = []
        while let item = queue.next(where: { _ in true })?.item { taken.append(item) }
        #expect(taken == ["a1", "b1", "c1", "a2", "c2", "a3"])
        #expect(queue.count == 0)
    }

    @Test(
        arguments: [
            ([], 9, 0), ([1, 1, 1, 1], 9, 1), ([1, 1, 1, 1], 1, 4), ([1, 1, 2, 3], 9, 3), ([1, 2, 2], 1, 3),
        ] as [([UInt64], UInt64, Int)])
    func `a peer waits for one turn of each other for each call of its own`(
        waiting: [UInt64], peer: UInt64, ahead: Int
    ) {
        var queue = FairQueue<Int>()
        for peer in waiting { queue.append(0, of: peer) }
        #expect(queue.ahead(of: peer) == ahead)
    }

    @Test func `what is taken out leaves the turns of others as they are`() {
        var queue = FairQueue<Int>()
        for (item, peer) in [(1, 1), (2, 2), (3, 1), (4, 3)] as [(Int, UInt64)] {
            queue.append(item, of: peer)
        }
        queue.remove(of: 2) { $0 == 2 }
        queue.remove(of: 1) { $0 == 1 }
        queue.remove(of: 7) { _ in true }
        #expect(queue.count == 2)
        #expect(
            [
                queue.next(where: { _ in true })?.item, queue.next(where: { _ in true })?.item,
                queue.next(where: { _ in true })?.item,
            ] == [3, 4, nil])
    }
}

@Suite struct LaneTests {
    @Test func `so many run at once, and the next one runs when one ends`() {
        var lane = Lane(AtOnce(2))
        let atOnce = (1...4 as ClosedRange<UInt64>).map { lane.enter($0, of: 1, nowNanoseconds: 0) }
        #expect(atOnce == [true, true, false, false])
        let next = (0..<4).flatMap { _ in lane.leave(of: 1, worked: 0, nowNanoseconds: 0) }
        #expect(next == [3, 4])
        #expect(lane.running == 0)
    }

    @Test func `whoever asks little is served beside who asks without end`() {
        var lane = Lane(AtOnce(1))
        for number in 1...100 as ClosedRange<UInt64> { _ = lane.enter(number, of: 1, nowNanoseconds: 0) }
        _ = lane.enter(101, of: 2, nowNanoseconds: 0)
        #expect(
            [
                lane.leave(of: 1, worked: 0, nowNanoseconds: 0),
                lane.leave(of: 1, worked: 0, nowNanoseconds: 0),
            ] == [[2], [101]])
    }

    @Test func `a call that is given up while it waits never runs`() {
        var lane = Lane(AtOnce(1))
        for number in 1...3 as ClosedRange<UInt64> { _ = lane.enter(number, of: 1, nowNanoseconds: 0) }
        lane.giveUp(2, of: 1)
        #expect(lane.leave(of: 1, worked: 0, nowNanoseconds: 0) == [3])
    }

    @Test func `who waits behind its own calls is refused, who does not is let in`() {
        var lane = Lane(AtOnce(1))
        let millisecond: UInt64 = 1_000_000
        for number in 0..<200 as Range<UInt64> { _ = lane.enter(number, of: 1, nowNanoseconds: 0) }
        // One ends every 10 ms.
        for end in 1...100 as ClosedRange<UInt64> {
            _ = lane.leave(of: 1, worked: 0, nowNanoseconds: end * 10 * millisecond)
        }
        #expect(!lane.admits(patienceMilliseconds: 1000, of: 1))
        #expect(lane.admits(patienceMilliseconds: 1000, of: 2))
    }

    @Test func `one peer may run fewer than all together`() {
        var lane = Lane(AtOnce(3, ofPeer: 1))
        let atOnce = [(1, 1), (2, 1), (3, 2), (4, 3), (5, 4)].map {
            lane.enter($0, of: $1, nowNanoseconds: 0)
        }
        #expect(atOnce == [true, false, true, true, false])
        // The place of another is not for one that runs already.
        #expect(lane.leave(of: 2, worked: 0, nowNanoseconds: 0) == [5])
        #expect(lane.leave(of: 1, worked: 0, nowNanoseconds: 0) == [2])
    }

    @Test func `a peer whose calls are long runs one at a time, until they are short again`() {
        var lane = Lane(AtOnce(8, ofPeer: 2))
        for number in 1...6 as ClosedRange<UInt64> { _ = lane.enter(number, of: 1, nowNanoseconds: 0) }
        for (worked, next) in [(2_000_000, []), (2_000_000, [3]), (1000, [4, 5]), (1000, [6])]
            as [(UInt64, [UInt64])]
        {
            #expect(lane.leave(of: 1, worked: worked, nowNanoseconds: 0) == next)
        }
    }

    @Test func `where a peer may run as many as all together, long calls run side by side`() {
        var lane = Lane(AtOnce(2))
        for number in 1...4 as ClosedRange<UInt64> { _ = lane.enter(number, of: 1, nowNanoseconds: 0) }
        #expect(lane.leave(of: 1, worked: 2_000_000, nowNanoseconds: 0) == [3])
        #expect(lane.leave(of: 1, worked: 2_000_000, nowNanoseconds: 0) == [4])
    }
}
