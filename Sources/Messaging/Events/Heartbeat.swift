import WireProtocol

/// Says how far a stream has come, so that a lost tail shows.
struct Heartbeat: Sendable, Equatable {
    var stream: String
    var position: StreamPosition
    var time: Timestamp
    var source: String

    /// How often each stream sends one.
    static let intervalMilliseconds = 500
    /// So many without one, and a subscriber no longer trusts its view.
    static let mostMissed = 3
}
