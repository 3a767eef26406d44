/// Who is subscribed to what, as far as libzmq tells: for limits, and to know whether anybody listens. A pure value.
///
/// libzmq matches topics itself. That an unsubscription fits no subscription, or that a peer went, makes no count
/// here go wrong: each connection has its own set of topics, and goes with it. libzmq hands over all that one connection
/// has sent before anything of the next with the same descriptor, but perhaps only after that one has come.
struct Subscriptions: Sendable {
    private struct Account {
        /// Whose topics they are; nil stands for those whose connection is not known, over `inproc`.
        let subscriber: SubscribedPeer?
        var topics: [[UInt8]: Int] = [:]
        var bytes = 0
        /// Of all its messages, at least, on the wire.
        var sentBytes: UInt64 = 0
        /// Its topics count no more.
        var isOver = false
        /// Messages that it may still send at once.
        var allowance: Double
        var lastNanoseconds: UInt64

        /// False when it has sent more than it may.
        mutating func spend(_ limits: SubscriptionLimits, _ now: UInt64) -> Bool {
            let seconds = Double(now - min(now, lastNanoseconds)) / 1e9
            lastNanoseconds = now
            allowance = min(
                Double(limits.mostMessagesAtOnce), allowance + seconds * Double(limits.messagesPerSecond))
            allowance -= 1
            return allowance >= 0
        }
    }

    private let limits: SubscriptionLimits
    private let receivedBytes: @Sendable (PeerConnection) -> UInt64?
    /// By descriptor.
    private var accounts: [Int32?: Account] = [:]
    private var bytes = 0
    /// Of every connection.
    private(set) var topicCount = 0

    /// Beside the bytes of its name.
    private static let topicBytes = 16
    private static let frameHeaderBytes = 2

    /// - Parameter receivedBytes: what has come by a connection so far; nil where nobody tells.
    init(
        _ limits: SubscriptionLimits,
        receivedBytes: @escaping @Sendable (PeerConnection) -> UInt64? = {
            ConnectionSample(of: $0)?.receivedBytes
        }
    ) {
        self.limits = limits
        self.receivedBytes = receivedBytes
    }

    /// Notes a message of a subscriber: 1 or 0 and the topic, or anything else.
    ///
    /// - Returns: the connection that must be cut for it, when a limit was passed; it is told once.
    mutating func take(
        _ message: [UInt8], from subscriber: SubscribedPeer?, nowNanoseconds now: UInt64
    ) -> PeerConnection? {
        let descriptor = subscriber?.connection.descriptor
        if let known = accounts[descriptor], known.subscriber?.mark != subscriber?.mark {
            // The earlier one has ended: nothing of it comes after this.
            removeTopics(at: descriptor)
            accounts[descriptor] = nil
        }
        var account = accounts[descriptor] ?? newAccount(of: subscriber, now)
        if account.isOver { return nil }
        account.sentBytes += UInt64(message.count + Self.frameHeaderBytes)
        let mayGoOn = account.spend(limits, now)
        switch message.first {
        case 1: add(Array(message.dropFirst()), to: &account)
        case 0: remove(Array(message.dropFirst()), from: &account)
        default: break
        }
        accounts[descriptor] = account
        guard let descriptor else {
            // Without a connection nobody can be cut, and the end of one shows by its unsubscriptions.
            if account.topics.isEmpty { accounts[descriptor] = nil }
            return nil
        }
        let isWithinLimits =
            mayGoOn && account.topics.count <= limits.mostTopicsPerPeer
            && account.bytes <= limits.mostBytesPerPeer
        if !isWithinLimits { return close(descriptor) }
        while bytes > limits.mostBytes, let greediest = greediest {
            if let connection = close(greediest) { return connection }
        }
        return nil
    }

    /// Forgets the connections that have ended.
    mutating func forget(where hasEnded: (PeerConnection) -> Bool) {
        for (descriptor, account) in accounts {
            guard let subscriber = account.subscriber, hasEnded(subscriber.connection) else { continue }
            removeTopics(at: descriptor)
            accounts[descriptor] = nil
        }
    }

    private var greediest: Int32? {
        accounts.filter { $0.key != nil && !$0.value.isOver }.max { $0.value.bytes < $1.value.bytes }?.key
    }

    /// What is still read of it counts no more.
    ///
    /// - Returns: the connection that must be cut, unless the one that sent all this has ended: more came from it than by
    ///   the one that has its descriptor now.
    private mutating func close(_ descriptor: Int32) -> PeerConnection? {
        removeTopics(at: descriptor)
        accounts[descriptor]?.isOver = true
        guard let account = accounts[descriptor], let connection = account.subscriber?.connection else {
            return nil
        }
        if let received = receivedBytes(connection), received < account.sentBytes { return nil }
        return connection
    }

    private mutating func removeTopics(at descriptor: Int32?) {
        guard let account = accounts[descriptor] else { return }
        bytes -= account.bytes
        topicCount -= account.topics.count
        accounts[descriptor]?.bytes = 0
        accounts[descriptor]?.topics = [:]
    }

    private func newAccount(of subscriber: SubscribedPeer?, _ now: UInt64) -> Account {
        Account(
            subscriber: subscriber, allowance: Double(limits.mostMessagesAtOnce), lastNanoseconds: now)
    }

    private mutating func add(_ topic: [UInt8], to account: inout Account) {
        account.topics[topic, default: 0] += 1
        guard account.topics[topic] == 1 else { return }
        topicCount += 1
        account.bytes += topic.count + Self.topicBytes
        bytes += topic.count + Self.topicBytes
    }

    /// libzmq keeps a topic once for a connection, however often it was subscribed to. Several peers without a known
    /// connection are told apart by how often.
    private mutating func remove(_ topic: [UInt8], from account: inout Account) {
        guard let count = account.topics[topic] else { return }
        account.topics[topic] = count > 1 ? count - 1 : nil
        guard account.topics[topic] == nil else { return }
        topicCount -= 1
        account.bytes -= topic.count + Self.topicBytes
        bytes -= topic.count + Self.topicBytes
    }
}
