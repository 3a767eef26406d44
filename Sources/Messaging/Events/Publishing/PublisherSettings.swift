/// How a publisher publishes.
public struct PublisherSettings: Sendable {
    /// Where subscribers connect.
    public var endpoint: Endpoint
    /// Allow an address that others can reach, in plain text and without keys.
    public var allowsPlainTextFromOthers = false
    /// Messages that may wait for one slow subscriber (`SNDHWM`); what comes beyond is lost to it alone.
    public var highWaterMark = 10_000
    /// What all subscribers may make the publisher hold.
    public var memory = MemoryBudget() {
        didSet { subscriptions.mostBytes = memory.topicBytes }
    }
    /// Subscribers at a time: see `ResponderSettings`.
    public var mostConnections = 1000
    /// What subscribers may ask for.
    public var subscriptions = SubscriptionLimits()
    /// How much of each memory stream is kept for catching up; beyond it a snapshot is given.
    public var recentEvents = 16_384
    public var recentBytes = 8 << 20
    /// The shortest time from one snapshot of a stream to the next; newcomers in between get the last one.
    public var snapshotPauseMilliseconds = 100

    public init(endpoint: Endpoint) { self.endpoint = endpoint }

    /// About what libzmq keeps for a subscriber that reads nothing, beside the events themselves, which all share.
    var queueBytes: Int { highWaterMark * 200 }

    var peerLimits: PeerLimits {
        // Subscribers say little, and what they say is not counted as it is read: that another thread does, which a
        // flood keeps busy.
        PeerLimits(
            mostConnections: mostConnections, mostUnfinishedBytes: 2 * subscriptions.mostBytesPerPeer,
            mostWaitingBytes: 2 * subscriptions.mostBytes, forgivenBytesPerSecond: 4096, mostOwedBytes: .max)
    }
}
