/// What a subscriber follows.
public struct SubscriberSettings: Sendable {
    /// Whose streams: `pricing`.
    public var service: String
    /// The replicas; each is followed by itself.
    public var publishers: [PublisherAddress]
    public var streams: [StreamSelection]
    /// What answers for missed events.
    public var syncMethod: String
    /// How much may wait for the reader; beyond it the view becomes stale, and is mended when there is room.
    public var mostWaitingUpdates = 16_384
    public var mostWaitingBytes = 16 << 20
    /// How much is kept while the owner is asked, for each stream.
    public var mostKeptEvents = 4096
    /// The longest random wait before a question that many subscribers may have at once.
    public var spreadMilliseconds = 100

    /// - Parameters:
    ///   - service: whose streams.
    ///   - endpoints: where the replicas answer calls; their events' port is asked for there.
    ///   - streams: which of them, and from where on.
    public init(service: String, endpoints: [Endpoint], streams: [StreamSelection]) {
        self.service = service
        publishers = endpoints.map { PublisherAddress(calls: $0) }
        self.streams = streams
        syncMethod = "\(service).sync"
    }
}

/// Where one replica is.
public struct PublisherAddress: Sendable, Equatable {
    public var calls: Endpoint
    /// Nil: at the port that `$sys.info` names, on the host of the calls. Given: with an address, no name.
    public var events: Endpoint?

    public init(calls: Endpoint, events: Endpoint? = nil) {
        self.calls = calls
        self.events = events
    }
}
