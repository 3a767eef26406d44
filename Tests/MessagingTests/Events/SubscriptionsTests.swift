import Testing

@testable import Messaging
@testable import ZeroMQ

@Suite struct SubscriptionsTests {
    private static let one = peer(7, address: 1, mark: 1)
    private static let other = peer(8, address: 1, mark: 2)
    /// Has the descriptor of `one` since that has ended.
    private static let later = peer(7, address: 2, mark: 3)
    /// What `one` had sent, read after `later` has come.
    private static let left = SubscribedPeer(connection: later.connection, mark: one.mark)

    private static func peer(_ descriptor: Int32, address: UInt8, mark: UInt) -> SubscribedPeer {
        SubscribedPeer(
            connection: PeerConnection(descriptor: descriptor, address: [address]),
            mark: ConnectionMark(place: mark))
    }

    private static let second: UInt64 = 1_000_000_000

    private static func subscriptions(
        receivedBytes: UInt64? = nil, _ adjust: (inout SubscriptionLimits) -> Void = { _ in }
    ) -> Subscriptions {
        var limits = SubscriptionLimits()
        adjust(&limits)
        return Subscriptions(limits) { _ in receivedBytes }
    }

    private static func asking(_ topic: String) -> [UInt8] { [1] + topic.utf8 }
    private static func leaving(_ topic: String) -> [UInt8] { [0] + topic.utf8 }

    @Test(arguments: [
        ([asking("a/")], 1),
        ([asking("a/"), asking("b/")], 2),
        ([asking("a/"), leaving("a/")], 0),
        ([leaving("nonsense"), leaving("nonsense"), leaving("nonsense"), asking("a/")], 1),
        ([asking("a/"), leaving("b/"), leaving("a"), leaving("")], 1),
        ([[], [2, 3], [255]], 0),
        ([asking("")], 1),
    ])
    func `topics are counted as they are asked for, and never below zero`(messages: [[UInt8]], count: Int) {
        for peer in [Self.one, nil] {
            var subscriptions = Self.subscriptions()
            for message in messages {
                #expect(subscriptions.take(message, from: peer, nowNanoseconds: 0) == nil)
            }
            #expect(subscriptions.topicCount == count)
        }
    }

    @Test func `one connection's unsubscription takes nothing from another`() {
        var subscriptions = Self.subscriptions()
        _ = subscriptions.take(Self.asking("a/"), from: Self.one, nowNanoseconds: 0)
        _ = subscriptions.take(Self.leaving("a/"), from: Self.other, nowNanoseconds: 0)
        _ = subscriptions.take(Self.leaving("a/"), from: nil, nowNanoseconds: 0)
        #expect(subscriptions.topicCount == 1)
    }

    @Test func `a connection that ended takes its topics along`() {
        var subscriptions = Self.subscriptions { $0.mostBytes = 100 }
        for topic in ["a/", "b/"] {
            _ = subscriptions.take(Self.asking(topic), from: Self.one, nowNanoseconds: 0)
        }
        _ = subscriptions.take(Self.asking("a/"), from: Self.other, nowNanoseconds: 0)
        subscriptions.forget { $0 == Self.one.connection }
        #expect(subscriptions.topicCount == 1)
        // The room that it took is free again.
        #expect(subscriptions.take(Self.asking("longer/" + "x"), from: Self.other, nowNanoseconds: 0) == nil)
    }

    @Test(arguments: [one, left])
    func `what an earlier connection with the descriptor had asked for goes when the next one asks`(
        earlier: SubscribedPeer
    ) {
        var subscriptions = Self.subscriptions()
        for topic in ["a/", "b/"] {
            _ = subscriptions.take(Self.asking(topic), from: earlier, nowNanoseconds: 0)
        }
        _ = subscriptions.take(Self.asking("c/"), from: Self.later, nowNanoseconds: 0)
        #expect(subscriptions.topicCount == 1)
    }

    /// A message takes 3 bytes on the wire.
    @Test(
        arguments: [
            (8, nil), (9, later.connection), (nil, later.connection),
        ] as [(UInt64?, PeerConnection?)])
    func `nobody is cut for more than has come by the connection`(received: UInt64?, cut: PeerConnection?) {
        var subscriptions = Self.subscriptions(receivedBytes: received) { $0.mostMessagesAtOnce = 2 }
        let verdicts = (0..<4).map { _ in
            subscriptions.take([0], from: Self.left, nowNanoseconds: 0)
                ?? subscriptions.take([0], from: Self.left, nowNanoseconds: 0)
        }
        #expect(verdicts.compactMap { $0 } == (cut.map { [$0] } ?? []))
    }

    @Test func `for what one that has ended had asked for, the one that has most of the others is cut`() {
        var limits = SubscriptionLimits()
        limits.mostBytes = 100
        var subscriptions = Subscriptions(limits) { $0 == Self.other.connection ? 1000 : 0 }
        for topic in ["a", "b", "c", "d"] {
            _ = subscriptions.take(Self.asking(topic), from: Self.left, nowNanoseconds: 0)
        }
        let verdicts = ["a", "b", "c", "d", "e", "f"].map {
            subscriptions.take(Self.asking($0), from: Self.other, nowNanoseconds: 0)
        }
        #expect(verdicts == [nil, nil, nil, nil, nil, Self.other.connection])
    }

    @Test func `over its number of topics a connection is cut`() {
        var subscriptions = Self.subscriptions { $0.mostTopicsPerPeer = 2 }
        let verdicts = ["a", "b", "b", "c"].map {
            subscriptions.take(Self.asking($0), from: Self.one, nowNanoseconds: 0)
        }
        #expect(verdicts == [nil, nil, nil, Self.one.connection])
    }

    @Test func `over its bytes a connection is cut`() {
        var subscriptions = Self.subscriptions { $0.mostBytesPerPeer = 1000 }
        let verdicts = (0..<5).map {
            subscriptions.take(
                Self.asking("\($0)" + String(repeating: "x", count: 199)), from: Self.one, nowNanoseconds: 0)
        }
        #expect(verdicts == [nil, nil, nil, nil, Self.one.connection])
    }

    @Test func `when all ask for too much, the one that has most is cut`() {
        var subscriptions = Self.subscriptions { $0.mostBytes = 100 }
        #expect(
            subscriptions.take(Self.asking("a topic of some length"), from: Self.one, nowNanoseconds: 0)
                == nil)
        let verdicts = ["a", "b", "c", "d"].map {
            subscriptions.take(Self.asking($0), from: Self.other, nowNanoseconds: 0)
        }
        #expect(verdicts == [nil, nil, nil, Self.other.connection])
        // What it still sends is not told again, and takes no room.
        #expect(subscriptions.take(Self.asking("e"), from: Self.other, nowNanoseconds: 0) == nil)
        #expect(subscriptions.topicCount == 1)
    }

    @Test func `who subscribes and unsubscribes without end is cut, and who does so now and then is not`() {
        var hasty = Self.subscriptions { $0.mostMessagesAtOnce = 10 }
        let verdicts = (0..<11).map { number in
            hasty.take(
                number % 2 == 0 ? Self.asking("a") : Self.leaving("a"), from: Self.one, nowNanoseconds: 0)
        }
        #expect(verdicts.dropLast().allSatisfy { $0 == nil })
        #expect(verdicts.last == Self.one.connection)

        var patient = Self.subscriptions {
            $0.mostMessagesAtOnce = 2
            $0.messagesPerSecond = 1
        }
        for number in 0..<100 {
            #expect(
                patient.take(
                    Self.asking("a"), from: Self.one, nowNanoseconds: UInt64(number) * Self.second) == nil)
        }
    }
}
