/// How one stream of one publisher is followed at this moment.
public struct StreamStatus: Sendable, Equatable {
    public var stream: String
    public var publisher: Endpoint
    public var isCurrent: Bool
    /// How far the reader was told (or what waits for it in the queue); nil before the first answer.
    public var told: StreamPosition?
    /// The last that was heard; nil while there is no connection.
    public var heard: StreamPosition?

    /// How many events are missing, as far as that is known.
    public var behind: Int64? {
        guard let told, let heard, told.epoch == heard.epoch else { return nil }
        return max(0, heard.sequence - told.sequence)
    }
}
