/// The whole present state of a stream, as its owner tells it.
public struct StreamSnapshot: Sendable {
    /// How many keys exist.
    public let count: Int
    /// The number that the state is exactly at: the stream's `position`, read under what guards both changing the
    /// state and publishing. Nil: the stream's number before the owner was asked, so that a newcomer may see some
    /// changes early, and once more by their events.
    public let sequence: Int64?
    let entry: @Sendable (Int) throws -> StreamEntry

    /// - Parameters:
    ///   - entries: for each key that exists the event that would bring it about.
    ///   - sequence: of the last event that they know of; nil is the stream's at the time of the question.
    public init(_ entries: [StreamEntry], at sequence: Int64? = nil) {
        self.init(of: entries, at: sequence) { $0 }
    }

    /// - Parameters:
    ///   - state: what exists.
    ///   - sequence: of the last event that it knows of; nil is the stream's at the time of the question.
    ///   - entry: makes the event that would bring one about, each time that a page with it is asked for.
    public init<Element: Sendable>(
        of state: [Element], at sequence: Int64? = nil,
        entry: @escaping @Sendable (Element) throws -> StreamEntry
    ) {
        count = state.count
        self.sequence = sequence
        self.entry = { try entry(state[$0]) }
    }
}
