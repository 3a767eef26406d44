/// What is followed of one stream, and from where.
public struct StreamSelection: Sendable, Equatable {
    /// Where a reader begins.
    public enum Start: Sendable, Equatable {
        /// With the whole state: a snapshot, or a durable stream from its first event.
        case state
        /// With the next event.
        case now
        /// With the event after a number; when that cannot be had any more, with the whole state.
        ///
        /// Without an epoch the number is taken as one of the present epoch.
        case after(Int64, epoch: String? = nil)
    }

    public var stream: String
    public var start: Start
    /// Only these keys. Their events come as they come: gaps cannot be seen, and nothing is caught up.
    public var keys: [String]?

    public init(_ stream: String, from start: Start = .state) {
        self.stream = stream
        self.start = start
    }

    public init(_ stream: String, keys: [String]) {
        self.init(stream, from: .now)
        self.keys = keys
    }
}
