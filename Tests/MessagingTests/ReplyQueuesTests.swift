import Testing

@testable import Messaging

@Suite struct ReplyQueuesTests {
    private let slow: UInt8 = 1
    private let brisk: UInt8 = 2

    private func queues(mostPerPeer: Int = 10) -> ReplyQueues {
        ReplyQueues(mostPerPeer: mostPerPeer, mostBytesPerPeer: 100_000, mostBytes: 150_000)
    }

    private func reply(to peer: UInt8, _ number: UInt8 = 0, bytes: Int = 1) throws -> Reply {
        try #require(
            Reply(route: [[peer], []], header: [], body: [UInt8](repeating: number, count: bytes)))
    }

    @Test func `each peer has its bound`() throws {
        var queues = queues(mostPerPeer: 2)
        let taken = try [slow, slow, slow, brisk].map { queues.append(try reply(to: $0)) }
        #expect(taken == [true, true, false, true])
    }

    @Test(arguments: [
        ([60_000, 40_000], [true, true]), ([60_000, 41_000], [true, false]),
        ([60_000, 41_000, 40_000], [true, false, true]), ([150_000], [true]), ([150_001], [false]),
        // A small one has its place all the same.
        ([120_000, 1025], [true, false]), ([120_000, 1024], [true, true]),
    ])
    func `bytes are bounded for each peer, but a single reply may be larger, up to the bound of all`(
        bytes: [Int], expected: [Bool]
    ) throws {
        var queues = queues()
        let taken = try bytes.map { queues.append(try reply(to: slow, bytes: $0)) }
        #expect(taken == expected)
    }

    @Test func `bytes are bounded for all peers, and flushed ones make room`() throws {
        var queues = queues()
        let steps: [(peer: UInt8, bytes: Int, isTaken: Bool)] = [
            (slow, 90_000, true), (brisk, 50_000, true), (brisk, 10_000, true), (brisk, 1, false),
            (slow, 1, false),
        ]
        for step in steps {
            #expect(queues.append(try reply(to: step.peer, bytes: step.bytes)) == step.isTaken)
        }
        queues.flush { $0.peer == [slow] }
        let isTaken = queues.append(try reply(to: brisk, bytes: 40_000))
        #expect(isTaken)
    }

    @Test func `a peer that takes nothing holds up no other, and order is kept`() throws {
        var queues = queues()
        for number in 0..<3 as Range<UInt8> {
            for peer in [slow, brisk] { _ = queues.append(try reply(to: peer, number)) }
        }
        var sent: [[UInt8]] = []
        queues.flush { reply in
            guard reply.peer == [brisk] else { return false }
            sent.append(reply.body)
            return true
        }
        #expect(sent == [[0], [1], [2]])
        #expect(queues.isWaiting(for: [slow]) && !queues.isWaiting(for: [brisk]))
        sent = []
        queues.flush { reply in
            sent.append(reply.body)
            return true
        }
        #expect(sent == [[0], [1], [2]])
        #expect(queues.isEmpty)
    }

    @Test func `what was not taken is offered again first`() throws {
        var queues = queues()
        for number in 0..<4 as Range<UInt8> { _ = queues.append(try reply(to: slow, number)) }
        queues.flush { $0.body[0] < 2 }
        var first: [UInt8] = []
        queues.flush { reply in
            first = first.isEmpty ? reply.body : first
            return true
        }
        #expect(first == [2])
    }
}
