import Testing

@testable import ShopTesting

@Suite struct DelayLineTests {
    @Test func `bytes come out when they are due, and never overtake`() {
        var line = DelayLine()
        line.append([1, 2], due: 100)
        line.append([3], due: 50)
        #expect(line.next(nowNanoseconds: 99, bytesPerSecond: nil) == nil)
        #expect(line.dueNanoseconds(bytesPerSecond: nil) == 100)
        #expect(line.next(nowNanoseconds: 100, bytesPerSecond: nil) == [1, 2])
        line.removeFirst(1, nowNanoseconds: 100, bytesPerSecond: nil)
        #expect(line.next(nowNanoseconds: 100, bytesPerSecond: nil) == [2])
        line.removeFirst(1, nowNanoseconds: 100, bytesPerSecond: nil)
        #expect(line.next(nowNanoseconds: 100, bytesPerSecond: nil) == [3])
    }

    @Test func `the last word follows the bytes`() {
        var line = DelayLine()
        line.append([1], due: 0)
        line.end()
        #expect(!line.isDone)
        line.removeFirst(1, nowNanoseconds: 0, bytesPerSecond: nil)
        #expect(line.isDone)
    }

    @Test func `a throttle gives portions, and waits for what they cost`() {
        var line = DelayLine()
        line.append(ArraySlice(repeating: 1, count: 100), due: 0)
        #expect(line.next(nowNanoseconds: 0, bytesPerSecond: 200)?.count == 10)
        line.removeFirst(10, nowNanoseconds: 0, bytesPerSecond: 200)
        #expect(line.dueNanoseconds(bytesPerSecond: 200) == 50_000_000)
        #expect(line.next(nowNanoseconds: 49_999_999, bytesPerSecond: 200) == nil)
        #expect(line.next(nowNanoseconds: 50_000_000, bytesPerSecond: 200)?.count == 10)
        #expect(line.dueNanoseconds(bytesPerSecond: 0) == nil)
    }

    @Test func `a line that holds much wants no more`() {
        var line = DelayLine()
        line.append(ArraySlice(repeating: 1, count: DelayLine.mostBytes), due: 0)
        #expect(line.isFull)
        line.removeAll()
        #expect(!line.isFull && line.dueNanoseconds(bytesPerSecond: nil) == nil)
    }
}
