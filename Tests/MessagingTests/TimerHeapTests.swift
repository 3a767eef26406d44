import Testing

@testable import Messaging

@Suite struct TimerHeapTests {
    @Test func `timers run in the order they are due, and equal ones in the order they were made`() {
        var heap = TimerHeap<Int>()
        for (number, due) in [50, 10, 30, 10, 20, 50].enumerated() {
            _ = heap.add(atNanoseconds: UInt64(due), number)
        }
        var order: [Int] = []
        while let number = heap.popDue(nowNanoseconds: 100) { order.append(number) }
        #expect(order == [1, 3, 4, 2, 0, 5])
    }

    @Test func `nothing is due before its time`() {
        var heap = TimerHeap<Int>()
        _ = heap.add(atNanoseconds: 10, 1)
        #expect(heap.popDue(nowNanoseconds: 9) == nil)
        #expect(heap.popDue(nowNanoseconds: 10) == 1)
        #expect(heap.earliestNanoseconds == nil)
    }

    @Test func `cancelled timers never run and do not pile up`() {
        var heap = TimerHeap<Int>()
        var random = SystemRandomNumberGenerator()
        var live: [Int: TimerHeap<Int>.Timer] = [:]
        for number in 0..<10_000 {
            live[number] = heap.add(atNanoseconds: UInt64.random(in: 0..<1000, using: &random), number)
            if let gone = live.keys.randomElement(), !number.isMultiple(of: 10) {
                heap.cancel(live.removeValue(forKey: gone)!)
            }
        }
        #expect(heap.count == live.count)
        var ran: Set<Int> = []
        var last: UInt64 = 0
        while let due = heap.earliestNanoseconds, let number = heap.popDue(nowNanoseconds: due) {
            #expect(due >= last)
            last = due
            ran.insert(number)
        }
        #expect(ran == Set(live.keys))
    }
}
