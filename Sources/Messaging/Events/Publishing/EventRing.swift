/// The recent events of one stream, bounded by count and by bytes; the oldest go first.
struct EventRing: Sendable {
    private let mostEvents: Int
    private let mostBytes: Int
    /// Those before `start` are gone already; they are swept out when they are many.
    private var events: [EventMessage] = []
    private var start = 0
    private var bytes = 0

    init(mostEvents: Int, mostBytes: Int) {
        self.mostEvents = max(1, mostEvents)
        self.mostBytes = mostBytes
    }

    var count: Int { events.count - start }
    var usedBytes: Int { bytes }

    mutating func append(_ event: EventMessage) {
        events.append(event)
        bytes += Self.bytes(of: event)
        while count > mostEvents || bytes > mostBytes, count > 0 { removeFirst() }
        if start > 64, start > events.count / 2 { sweep() }
    }

    /// The events after a number, in order; nil when they are not all at hand any more.
    ///
    /// - Parameter last: the stream's last number.
    func events(after sequence: Int64, last: Int64) -> ArraySlice<EventMessage>? {
        guard sequence <= last else { return nil }
        if sequence == last { return [] }
        guard let first = events[start...].first, first.sequence <= sequence + 1 else { return nil }
        return events[(start + Int(sequence + 1 - first.sequence))...]
    }

    private mutating func removeFirst() {
        bytes -= Self.bytes(of: events[start])
        start += 1
    }

    private mutating func sweep() {
        events.removeFirst(start)
        start = 0
    }

    private static func bytes(of event: EventMessage) -> Int {
        event.bytes
    }
}
