import Testing
import Threading

@testable import Messaging

@Suite struct UpdateQueueTests {
    private func update(_ number: Int64) -> StreamUpdate {
        StreamUpdate(
            stream: "prices", publisher: Endpoint(.inproc(name: "calls")),
            change: .event(Sample.event(number)))
    }

    @Test func `updates are read in order, also by one who waits`() async {
        let queue = UpdateQueue(mostUpdates: 100, mostBytes: 1 << 20)
        queue.append([update(1), update(2)])
        #expect(await queue.next() == update(1))
        #expect(await queue.next() == update(2))
        async let third = queue.next()
        queue.append([update(3)])
        #expect(await third == update(3))
    }

    @Test func `the end comes after what waits`() async {
        let queue = UpdateQueue(mostUpdates: 100, mostBytes: 1 << 20)
        queue.append([update(1)])
        queue.close()
        queue.append([update(2)])
        #expect(await queue.next() == update(1))
        #expect(await queue.next() == nil)
    }

    @Test func `the end reaches one who waits`() async {
        let queue = UpdateQueue(mostUpdates: 100, mostBytes: 1 << 20)
        async let end = queue.next()
        queue.close()
        #expect(await end == nil)
    }

    @Test func `a cancelled reader ends, and loses nothing for the next one`() async {
        let queue = UpdateQueue(mostUpdates: 1000, mostBytes: 1 << 20)
        for number in 1...200 as ClosedRange<Int64> {
            let reader = Task { await queue.next() }
            if number.isMultiple(of: 3) { await Task.yield() }
            reader.cancel()
            queue.append([update(number)])
            var read = await reader.value
            if read == nil { read = await queue.next() }
            #expect(read == update(number))
        }
    }

    @Test func `room is told once it is half empty`() async {
        let queue = UpdateQueue(mostUpdates: 4, mostBytes: 1 << 20)
        let told = Locked(0)
        #expect(queue.isHalfEmpty { told.withLock { $0 += 1 } })
        queue.append((1...4).map { update($0) })
        #expect(queue.room.isEmpty)
        #expect(!queue.isHalfEmpty { told.withLock { $0 += 1 } })
        _ = await queue.next()
        #expect(told.withLock { $0 } == 0)
        _ = await queue.next()
        #expect(told.withLock { $0 } == 1)
        _ = await queue.next()
        #expect(told.withLock { $0 } == 1)
    }

    @Test func `bytes count as well`() {
        let one = update(1).bytes
        let queue = UpdateQueue(mostUpdates: 100, mostBytes: 2 * one)
        queue.append([update(1)])
        #expect(!queue.room.isEmpty)
        queue.append([update(2)])
        #expect(queue.room.isEmpty)
    }
}
