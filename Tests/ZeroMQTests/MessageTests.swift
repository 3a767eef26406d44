import Synchronization
import Testing
import ZeroMQ

@Suite struct MessageTests {
    @Test(arguments: [0, 1, 33, 16 * 1024, 16 * 1024 + 1, 1 << 20])
    func `a frame of any size keeps its bytes`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let message = try Message(bytes)
        #expect(message.count == count)
        #expect(message.bytes == bytes)
    }

    @Test func `a large frame is not copied`() throws {
        let bytes = [UInt8](repeating: 7, count: 1 << 16)
        let message = try Message(bytes)
        let lent = message.withBytes { span in span.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } }
        #expect(lent == bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) })
    }

    @Test(arguments: [(1, 1), (1 << 20, 0)])
    func `whoever made a frame is told when its bytes are held no more`(count: Int, whileHeld: Int) throws {
        let told = Atomic(0)
        do {
            let message = try Message(
                [UInt8](repeating: 7, count: count), released: { told.add(1, ordering: .relaxed) })
            #expect(told.load(ordering: .relaxed) == whileHeld)
            #expect(message.count == count)
        }
        #expect(told.load(ordering: .relaxed) == 1)
    }

    @Test func `changing the array after the send changes nothing that was sent`() throws {
        let context = try Context()
        let server = try Router(context)
        let client = try Dealer(context)
        try client.connect(try server.bindAnywhere())
        var bytes = [UInt8](repeating: 7, count: 1 << 20)
        try send([bytes], on: client)
        for index in bytes.indices { bytes[index] = 8 }
        #expect(try message(from: server).last?.allSatisfy { $0 == 7 } == true)
    }

    @Test func `a received frame knows its sender's address`() throws {
        let context = try Context()
        let server = try Router(context)
        let client = try Dealer(context)
        try client.connect(try server.bindAnywhere())
        try send([[1], [2]], on: client)
        let poll = PollSet()
        try poll.append(server, .readable)
        #expect(try poll.wait(timeoutMilliseconds: 5000) == 1)
        let frames = Multipart()
        #expect(try server.receive(into: frames))
        #expect(frames[frames.count - 1].metadata("Peer-Address") == "127.0.0.1")
        #expect(frames[frames.count - 1].metadata("User-Id") == nil)
    }

    @Test func `the messages of a connection have one mark, and those of another have another`() throws {
        let context = try Context()
        let server = try Router(context)
        let endpoint = try server.bindAnywhere()
        var marks: [ConnectionMark] = []
        for _ in 0..<2 {
            let client = try Dealer(context)
            try client.connect(endpoint)
            for _ in 0..<2 {
                try send([[1]], on: client)
                let poll = PollSet()
                try poll.append(server, .readable)
                #expect(try poll.wait(timeoutMilliseconds: 5000) == 1)
                let frames = Multipart()
                #expect(try server.receive(into: frames))
                marks.append(ConnectionMark(of: frames[1]))
            }
            client.close()
        }
        #expect(marks[0] == marks[1])
        #expect(marks[2] == marks[3])
        #expect(marks[0] != marks[2])
    }

    @Test func `frames beyond the cap are counted and dropped`() throws {
        let context = try Context()
        let (left, right) = (try Pair(context), try Pair(context))
        try left.bind("inproc://cap")
        try right.connect("inproc://cap")
        #expect(try right.send((0..<10).map { [$0] }) == .sent)
        #expect(try right.send([[42]]) == .sent)
        let frames = Multipart(maximumFrames: 4)
        #expect(try left.receive(into: frames))
        #expect(frames.arrays == [[0], [1], [2], [3]])
        #expect(frames.excess == 6)
        #expect(try left.receive(into: frames))
        #expect(frames.arrays == [[42]])
        #expect(frames.excess == 0)
        #expect(try left.receive(into: frames) == false)
        #expect(frames.count == 0)
    }
}
