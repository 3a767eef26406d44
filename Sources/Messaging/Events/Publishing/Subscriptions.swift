/// Who is subscribed to what, as far as libzmq tells: for limits, and to know whether anybody listens. A pure value.
///
/// libzmq matches topics itself. That an unsubscription fits no subscription, or that a peer went, makes no count
/// here go wrong: each connection has its own set of topics, and goes with it.
struct Subscriptions: Sendable {
    /// Whose topics they are; nil stands for those whose connection is not known, over `inproc`.
    typealias Peer = PeerConnection?

    private struct Account {
        var topics: [[UInt8]: Int] = [:]
        var bytes = 0
        var isCut = false
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
    private var accounts: [Peer: Account] = [:]
    private var bytes = 0
    /// Of every connection.
    private(set) var topicCount = 0

    /// Beside the bytes of its name.
    private static let topicBytes = 16

    init(_ limits: SubscriptionLimits) { self.limits = limits }

    /// Notes a message of a subscriber: 1 or 0 and the topic, or anything else.
    ///
    /// - Returns: the connection that must be cut for it, when a limit was passed; it is told once.
    mutating func take(_ message: [UInt8], from peer: Peer, nowNanoseconds now: UInt64) -> PeerConnection? {
        var account = accounts[peer] ?? newAccount(now)
        if account.isCut { return nil }
        let mayGoOn = account.spend(limits, now)
        switch message.first {
        case 1: add(Array(message.dropFirst()), to: &account)
        case 0: remove(Array(message.dropFirst()), from: &account)
        default: break
        }
        accounts[peer] = account
        guard let peer else {
            // Without a connection nobody can be cut, and the end of one shows by its unsubscriptions.
            if account.topics.isEmpty { accounts[peer] = nil }
            return nil
        }
        let isWithinLimits =
            mayGoOn && account.topics.count <= limits.mostTopicsPerPeer
            && account.bytes <= limits.mostBytesPerPeer
        if !isWithinLimits { return cut(peer) }
        guard bytes > limits.mostBytes else { return nil }
        return accounts.filter { $0.key != nil }.max { $0.value.bytes < $1.value.bytes }?.key.map { cut($0) }
    }

    /// Forgets the connections that have ended.
    mutating func forget(where hasEnded: (PeerConnection) -> Bool) {
        for peer in accounts.keys {
            guard let peer, hasEnded(peer) else { continue }
            removeTopics(of: peer)
            accounts[peer] = nil
        }
    }

    /// What it still sends before its end counts no more.
    private mutating func cut(_ peer: PeerConnection) -> PeerConnection {
        removeTopics(of: peer)
        accounts[peer]?.isCut = true
        return peer
    }

    private mutating func removeTopics(of peer: PeerConnection) {
        guard let account = accounts[peer] else { return }
        bytes -= account.bytes
        topicCount -= account.topics.count
        accounts[peer]?.bytes = 0
        accounts[peer]?.topics = [:]
    }

    private func newAccount(_ now: UInt64) -> Account {
        Account(allowance: Double(limits.mostMessagesAtOnce), lastNanoseconds: now)
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
