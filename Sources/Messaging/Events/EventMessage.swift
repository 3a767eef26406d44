public import WireProtocol

/// One published fact, as a subscriber receives it.
public struct EventMessage: Sendable, Equatable {
    /// The stream it is numbered in: `prices`.
    public var stream: String
    /// What happened: `price.changed`.
    public var type: String
    /// What it happened to; may be empty.
    public var key: String
    /// Dense in its stream, from 1. In a snapshot: the number at which the snapshot was taken.
    public var sequence: Int64
    /// The incarnation of the numbers.
    public var epoch: String
    public var time: Timestamp
    /// Which replica published it.
    public var source: String
    public var body: [UInt8]
    public var contentType: ContentType

    public init(
        stream: String, type: String, key: String, sequence: Int64, epoch: String, time: Timestamp,
        source: String, body: [UInt8], contentType: ContentType = .json
    ) {
        self.stream = stream
        self.type = type
        self.key = key
        self.sequence = sequence
        self.epoch = epoch
        self.time = time
        self.source = source
        self.body = body
        self.contentType = contentType
    }

    public var position: StreamPosition { StreamPosition(epoch: epoch, sequence: sequence) }

    /// The body as a value.
    ///
    /// - Throws: `invalid_argument` for a body of another shape.
    public func decode<Body: Decodable>(_ type: Body.Type = Body.self) throws(Fault) -> Body {
        try WireCoding(contentType).decode(type, from: body)
    }

    /// What it holds beside its place in a stream.
    public var entry: StreamEntry {
        StreamEntry(type: type, key: key, time: time, body: body, contentType: contentType)
    }
}
