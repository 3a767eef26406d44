import Testing

@testable import Messaging

@Suite struct ReplyQueuesTests {
    private let slow: [UInt8] = [1]
    private let brisk: [UInt8] = [2]

    @Test func `each peer has its bound`() {
        var queues = ReplyQueues(mostPerPeer: 2)
        #expect([queues.append([[1]], for: slow), queues.append([[2]], for: slow)] == [true, true])
        #expect(queues.append([[3]], for: slow) == false)
        #expect(queues.append([[4]], for: brisk) == true)
    }

    @Test func `a peer that takes nothing holds up no other, and order is kept`() {
        var queues = ReplyQueues(mostPerPeer: 10)
        for number in 0..<3 as Range<UInt8> {
            _ = queues.append([slow, [number]], for: slow)
            _ = queues.append([brisk, [number]], for: brisk)
        }
        var sent: [[UInt8]] = []
        queues.flush { frames in
            guard frames[0] == brisk else { return false }
            sent.append(frames[1])
            return true
        }
        #expect(sent == [[0], [1], [2]])
        #expect(queues.isWaiting(for: slow) && !queues.isWaiting(for: brisk))
        sent = []
        queues.flush { frames in
            sent.append(frames[1])
            return true
        }
        #expect(sent == [[0], [1], [2]])
        #expect(queues.isEmpty)
    }

    @Test func `what was not taken is offered again first`() {
        var queues = ReplyQueues(mostPerPeer: 10)
        for number in 0..<4 as Range<UInt8> { _ = queues.append([[number]], for: slow) }
        queues.flush { $0[0][0] < 2 }
        var first: [UInt8] = []
        queues.flush { frames in
            first = first.isEmpty ? frames[0] : first
            return true
        }
        #expect(first == [2])
    }
}
