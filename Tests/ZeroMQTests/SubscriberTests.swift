import Testing
import ZeroMQ

@Suite struct SubscriberTests {
    @Test func `a topic of 200 bytes arrives`() throws {
        let context = try Context()
        let publisher = try Publisher(context)
        let subscriber = try Subscriber(context)
        let topic = [UInt8](repeating: 0x74, count: 200)
        try subscriber.subscribe(topic)
        try subscriber.connect(try publisher.bindAnywhere())
        #expect(try message(from: publisher) == [[1] + topic])
        #expect(try publisher.send([topic, [9]]) == .sent)
        #expect(try message(from: subscriber) == [topic, [9]])
        try subscriber.unsubscribe(topic)
        #expect(try message(from: publisher) == [[0] + topic])
    }

    @Test(arguments: [201, 246, 255, 300]) func `a longer topic is refused`(count: Int) throws {
        let subscriber = try Subscriber(Context())
        let error = #expect(throws: ZeroMQError.self) {
            try subscriber.subscribe([UInt8](repeating: 0x74, count: count))
        }
        #expect(error?.message.contains("\(count) bytes") == true)
    }

    @Test func `with no limit on its side 3000 subscriptions arrive`() throws {
        let context = try Context()
        let publisher = try Publisher(context)
        try publisher.set(.receiveHighWaterMark(0))
        let subscriber = try Subscriber(context)
        try subscriber.set(.sendHighWaterMark(0))
        for number in 0..<3000 { try subscriber.subscribe([UInt8]("topic/\(number)".utf8)) }
        try subscriber.connect(try publisher.bindAnywhere())
        for _ in 0..<3000 { _ = try message(from: publisher) }
    }

    @Test func `a verbose publisher hears of every subscription, and of its connection`() throws {
        let context = try Context()
        let publisher = try Publisher(context)
        try publisher.set(.publisherVerbose(true))
        let endpoint = try publisher.bindAnywhere()
        let subscribers = [try Subscriber(context), try Subscriber(context)]
        var descriptors: Set<Int32> = []
        for subscriber in subscribers {
            try subscriber.subscribe([0x61])
            try subscriber.connect(endpoint)
            let received = Multipart()
            try waitUntil { try publisher.receive(into: received) }
            #expect(received.arrays == [[1, 0x61]])
            descriptors.insert(try #require(received[0].descriptor))
        }
        #expect(descriptors.count == 2)
    }
}
