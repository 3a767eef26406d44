/// A durable stream's owner: numbers that commit with the changes they tell of, kept for ever.
public protocol EventLog: Sendable {
    /// How far the log has come, and in which incarnation: a restored store must name a new epoch.
    func position() async throws -> StreamPosition

    /// The events after a number, in order and dense.
    ///
    /// - Parameters:
    ///   - sequence: the last number that is not wanted; 0 for all.
    ///   - limit: the most to return; fewer only at the log's end.
    func events(after sequence: Int64, limit: Int) async throws -> [LoggedEvent]
}

/// One entry of a log with its number.
public struct LoggedEvent: Sendable, Equatable {
    public var sequence: Int64
    public var entry: StreamEntry

    public init(sequence: Int64, _ entry: StreamEntry) {
        self.sequence = sequence
        self.entry = entry
    }
}
