/// Follows single keys of a stream. What other keys have between them is not seen, so a gap cannot be either.
struct KeyedFollower: Sendable {
    private let keys: Set<String>
    private var last: StreamPosition?
    private var isConnected = false

    init(keys: [String]) { self.keys = Set(keys) }

    /// - Parameter isReaderFull: no more can be told now, and the event is let go.
    mutating func hear(_ event: EventMessage, isReaderFull: Bool) -> [StreamUpdate.Change] {
        // A subscription to `prices/apple` also gets `prices/apple-juice`.
        guard keys.contains(event.key) else { return [] }
        if let last, last.epoch == event.epoch, event.sequence <= last.sequence { return [] }
        var changes = connect()
        last = event.position
        if isReaderFull {
            isConnected = false
            changes.append(.stale(.overflow))
        } else {
            changes.append(.event(event))
        }
        return changes
    }

    mutating func connect() -> [StreamUpdate.Change] {
        defer { isConnected = true }
        return isConnected ? [] : [.current(nil)]
    }

    mutating func lose(_ reason: StaleReason) -> [StreamUpdate.Change] {
        defer { isConnected = false }
        return isConnected ? [.stale(reason)] : []
    }
}
