/// A place in a stream: how far its numbers have come, and in which incarnation of them.
public struct StreamPosition: Sendable, Hashable {
    /// A memory stream's is new with each start of its publisher; a durable stream's belongs to the store.
    public var epoch: String
    /// The last number; 0 before the first event.
    public var sequence: Int64

    public init(epoch: String, sequence: Int64) {
        self.epoch = epoch
        self.sequence = sequence
    }
}
