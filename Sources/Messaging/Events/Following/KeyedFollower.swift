/// Follows single keys of a stream. What other keys have between them is not seen, so a gap cannot be either.
struct KeyedFollower: Sendable {
    private let keys: Set<String>
    private var last: StreamPosition?
    private var isConnected = false
    /// The service says that it does not publish the stream.
    private var isRefused = false

    init(keys: [String]) { self.keys = Set(keys) }

    /// - Parameter isReaderFull: no more can be told now, and the event is let go.
    mutating func hear(_ event: EventMessage, isReaderFull: Bool) -> [StreamUpdate.Change] {
        // A subscription to `prices/apple` also gets `prices/apple-juice`.
        guard keys.contains(event.key) else { return [] }
        if let last, last.epoch == event.epoch, event.sequence <= last.sequence { return [] }
        accept()
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
        guard !isRefused, !isConnected else { return [] }
        isConnected = true
        return [.current(nil)]
    }

    /// The reader hears that once, until the stream is published.
    mutating func refuse() -> [StreamUpdate.Change] {
        defer { (isRefused, isConnected) = (true, false) }
        return isRefused ? [] : [.stale(.refused)]
    }

    mutating func accept() { isRefused = false }

    mutating func lose(_ reason: StaleReason) -> [StreamUpdate.Change] {
        defer { isConnected = false }
        return isConnected ? [.stale(reason)] : []
    }
}
