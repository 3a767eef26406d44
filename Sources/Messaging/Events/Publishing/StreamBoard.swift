import Threading
import WireProtocol

/// What is known of a publisher's streams, for any thread: their numbers, what is recent, what waits to be sent.
///
/// One lock gives events their numbers and their place in the queue at once, so they leave in order.
final class StreamBoard: Sendable {
    /// Names a stream on its board.
    struct StreamID: Sendable, Hashable {
        fileprivate let index: Int
    }

    /// Makes an event when its turn to be sent comes.
    typealias Waiting = @Sendable () throws -> EventMessage

    private struct Stream {
        let name: String
        var position: StreamPosition
        var ring: EventRing?
    }

    private struct State {
        var streams: [Stream] = []
        var waiting: [Waiting] = []
        /// Who sends; nil before the socket is bound and after it is closed.
        var sender: (@Sendable () -> Void)?
        var isSenderCalled = false
        /// Whether anyone is subscribed to anything. While nobody is, events only count.
        var isHeard = false
    }

    private let state = Locked(State())
    private let source: String
    private let counters: Counters

    /// A sender that cannot keep up loses events, not memory: subscribers see the gap and catch up.
    private static let mostWaiting = 65_536

    init(source: String, counters: Counters) {
        self.source = source
        self.counters = counters
    }

    // MARK: Streams

    /// - Parameter ring: nil for a stream whose recent events are in a log.
    func add(_ name: String, at position: StreamPosition, ring: EventRing?) -> StreamID {
        state.withLock { state in
            state.streams.append(Stream(name: name, position: position, ring: ring))
            return StreamID(index: state.streams.count - 1)
        }
    }

    func position(of id: StreamID) -> StreamPosition { state.withLock { $0.streams[id.index].position } }

    /// The events after a number, nil when they are not at hand, and how far the stream has come by now.
    func recent(
        _ id: StreamID, after sequence: Int64, atMost limit: Int
    ) -> (events: [EventMessage]?, position: StreamPosition) {
        state.withLock { state in
            let stream = state.streams[id.index]
            let events = stream.ring?.events(after: sequence, last: stream.position.sequence)
            return (events.map { Array($0.prefix(limit)) }, stream.position)
        }
    }

    func hasRecent(_ id: StreamID, after sequence: Int64) -> Bool {
        state.withLock { state in
            let stream = state.streams[id.index]
            return stream.ring?.events(after: sequence, last: stream.position.sequence) != nil
        }
    }

    // MARK: Publishing

    /// Gives the entry the stream's next number.
    @discardableResult
    func append(_ entry: StreamEntry, to id: StreamID) -> StreamPosition {
        let (position, sender) = state.withLock { state in
            state.streams[id.index].position.sequence += 1
            let event = message(entry, state.streams[id.index].name, state.streams[id.index].position)
            // No copy of the stream may be alive here: it would copy all recent events with it.
            state.streams[id.index].ring?.append(event)
            return (event.position, enqueue({ event }, &state))
        }
        sender?()
        return position
    }

    /// Publishes what its log has numbered; what is not newer was published before.
    func publish(_ sequence: Int64, _ entry: @escaping @Sendable () throws -> StreamEntry, in id: StreamID) {
        let sender: (@Sendable () -> Void)? = state.withLock { state in
            guard sequence > state.streams[id.index].position.sequence else {
                counters.add("events_repeated")
                return nil
            }
            state.streams[id.index].position.sequence = sequence
            let (name, position) = (state.streams[id.index].name, state.streams[id.index].position)
            return enqueue({ [self] in message(try entry(), name, position) }, &state)
        }
        sender?()
    }

    private func message(_ entry: StreamEntry, _ stream: String, _ position: StreamPosition) -> EventMessage {
        EventMessage(
            stream: stream, type: entry.type, key: entry.key, sequence: position.sequence,
            epoch: position.epoch, time: entry.time, source: source, body: entry.body,
            contentType: entry.contentType)
    }

    /// - Returns: whom to call, when nobody was called yet.
    private func enqueue(_ event: @escaping Waiting, _ state: inout State) -> (@Sendable () -> Void)? {
        guard let sender = state.sender, state.isHeard else { return nil }
        guard state.waiting.count < Self.mostWaiting else {
            counters.add("events_dropped")
            return nil
        }
        state.waiting.append(event)
        defer { state.isSenderCalled = true }
        return state.isSenderCalled ? nil : sender
    }

    // MARK: Sending

    /// From now on `sender` is called when something waits, once until it has taken it.
    func open(_ sender: @escaping @Sendable () -> Void) { state.withLock { $0.sender = sender } }

    func setHeard(_ isHeard: Bool) { state.withLock { $0.isHeard = isHeard } }

    func close() {
        state.withLock { state in
            state.sender = nil
            state.waiting = []
        }
    }

    func takeWaiting() -> [Waiting] {
        state.withLock { state in
            state.isSenderCalled = false
            var taken: [Waiting] = []
            swap(&taken, &state.waiting)
            return taken
        }
    }

    /// Everything that waits, and how far each stream has come with it.
    func takeAll() -> (events: [Waiting], positions: [(stream: String, position: StreamPosition)]) {
        state.withLock { state in
            var taken: [Waiting] = []
            swap(&taken, &state.waiting)
            return (taken, state.streams.map { ($0.name, $0.position) })
        }
    }
}
