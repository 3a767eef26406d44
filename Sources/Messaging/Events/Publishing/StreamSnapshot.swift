/// The whole present state of a stream, as its owner tells it.
public struct StreamSnapshot: Sendable {
    /// For each key that exists the event that would bring it about.
    public var entries: [StreamEntry]
    /// The number that the state is exactly at; nil where the owner does not know it.
    public var sequence: Int64?

    public init(_ entries: [StreamEntry], at sequence: Int64? = nil) {
        self.entries = entries
        self.sequence = sequence
    }
}
