/// The answer to `….sync`: what a subscriber missed. Either `events` or `snapshot` is there.
public struct StreamPage: Codable, Sendable, Equatable {
    public var stream: String
    public var epoch: String
    /// With a snapshot: the number at which it was taken. Else the stream's last one.
    public var seq: Int64
    /// Dense, in order, directly after what was asked.
    public var events: [Event]?
    /// One item for each key that exists; removed ones are absent.
    public var snapshot: [Item]?
    /// Whether to ask again: after the last event, or with `next`.
    public var more: Bool
    /// The cursor of the snapshot's next page.
    public var next: String?

    public init(
        stream: String, epoch: String, seq: Int64, events: [Event]? = nil, snapshot: [Item]? = nil,
        more: Bool, next: String? = nil
    ) {
        self.stream = stream
        self.epoch = epoch
        self.seq = seq
        self.events = events
        self.snapshot = snapshot
        self.more = more
        self.next = next
    }

    public struct Event: Codable, Sendable, Equatable {
        public var seq: Int64
        public var type: String
        public var key: String
        public var time: Timestamp
        public var body: JSONValue

        public init(seq: Int64, type: String, key: String, time: Timestamp, body: JSONValue) {
            self.seq = seq
            self.type = type
            self.key = key
            self.time = time
            self.body = body
        }
    }

    /// The state of one key, told as the event that would bring it about.
    public struct Item: Codable, Sendable, Equatable {
        public var type: String
        public var key: String
        public var time: Timestamp
        public var body: JSONValue

        public init(type: String, key: String, time: Timestamp, body: JSONValue) {
            self.type = type
            self.key = key
            self.time = time
            self.body = body
        }
    }
}
