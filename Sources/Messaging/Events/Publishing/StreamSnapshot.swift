/// The whole present state of a stream, as its owner tells it.
public struct StreamSnapshot: Sendable {
    /// For each key that exists the event that would bring it about.
    public var entries: [StreamEntry]
    /// The number that the state is exactly at: the stream's `position`, read under what guards both changing the
    /// state and publishing. Nil: the stream's number before the owner was asked, so that a newcomer may see some
    /// changes early, and once more by their events.
    public var sequence: Int64?

    public init(_ entries: [StreamEntry], at sequence: Int64? = nil) {
        self.entries = entries
        self.sequence = sequence
    }
}
