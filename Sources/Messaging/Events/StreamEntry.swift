public import WireProtocol

/// What an owner says: a fact without its place in a stream. In a snapshot, the state of one key.
public struct StreamEntry: Sendable, Equatable {
    /// `price.changed`; 1 to 128 visible characters.
    public var type: String
    /// With the stream's name and a slash at most 200 bytes; a longer one is only seen by catching up.
    public var key: String
    public var time: Timestamp
    public var body: [UInt8]
    public var contentType: ContentType

    /// - Parameters:
    ///   - type: what happened.
    ///   - key: what it happened to.
    ///   - time: when.
    ///   - body: encoded already.
    ///   - contentType: the body's encoding.
    public init(type: String, key: String, time: Timestamp, body: [UInt8], contentType: ContentType = .json) {
        self.type = type
        self.key = key
        self.time = time
        self.body = body
        self.contentType = contentType
    }

    /// - Throws: an `internal` fault for a value that the encoding cannot hold (a NaN).
    public init(type: String, key: String, time: Timestamp, _ body: some Encodable) throws(Fault) {
        let bytes = try WireCoding.json(body)
        self.init(type: type, key: key, time: time, body: bytes)
    }
}
