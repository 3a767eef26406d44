import Testing
import ZeroMQ

@Suite struct DealerTests {
    @Test func `an immediate dealer gives everything to the replica that is up`() throws {
        let context = try Context()
        let server = try Router(context)
        let client = try Dealer(context)
        try client.set(.immediate(true), .lingerMilliseconds(0))
        try client.connect("tcp://127.0.0.1:9")
        try client.connect(try server.bindAnywhere())
        for number in 0..<10 as Range<UInt8> { try send([[number]], on: client) }
        for number in 0..<10 as Range<UInt8> { #expect(try message(from: server).last == [number]) }
    }

    @Test func `at the high-water mark a send tells instead of waiting`() throws {
        let client = try Dealer(Context())
        try client.set(.sendHighWaterMark(3), .lingerMilliseconds(0))
        try client.connect("tcp://127.0.0.1:9")
        for _ in 0..<3 { #expect(try client.send([[1], [2]]) == .sent) }
        #expect(try client.send([[1], [2]]) == .wouldBlock)
    }

    @Test(arguments: ["tcp://127.0.0.1:*", "ipc://@zeromq-test", "inproc://same"])
    func `every transport carries a message there and back`(endpoint: String) throws {
        let context = try Context()
        let server = try Router(context)
        try server.bind(endpoint)
        let client = try Dealer(context)
        try client.connect(try server.lastEndpoint)
        try send([[], [1]], on: client)
        let frames = try message(from: server)
        #expect(Array(frames.dropFirst()) == [[], [1]])
        #expect(try server.send([frames[0], [], [2]]) == .sent)
        #expect(try message(from: client) == [[], [2]])
    }
}
