import WireProtocol

/// A stream whose numbers and epoch belong to a log that commits with the changes; any position can be read
/// again, for ever.
///
/// Nothing is marked as sent. Heartbeats show the log's last number, so an event that was committed and never
/// published (the process died in between) is noticed by everyone, and caught up on.
public final class DurableStream: SyncedStream {
    public let name: String
    let log: any EventLog
    private let board: StreamBoard
    private let id: StreamBoard.StreamID

    init(_ name: String, on board: StreamBoard, log: any EventLog, at position: StreamPosition) {
        self.name = name
        self.log = log
        self.board = board
        id = board.add(name, at: position, ring: nil)
    }

    /// How far the stream was published.
    public var position: StreamPosition { board.position(of: id) }

    /// Publishes what was just committed; from any thread, and never waits.
    ///
    /// In the order of the numbers: what is not newer than the last one is taken as published before. The entry is
    /// made when its turn to be sent comes, on the reactor's thread, and not at all while nobody listens.
    public func publish(
        sequence: Int64, _ entry: @autoclosure @escaping @Sendable () throws -> StreamEntry
    ) {
        board.publish(sequence, entry, in: id)
    }

    func answer(_ request: StreamSync) async throws -> StreamPage {
        if request.cursor != nil { throw Fault.invalidCursor }
        let position = try await log.position()
        let isSameEpoch = request.epoch == nil || request.epoch == position.epoch
        let after = isSameEpoch ? request.after?.value ?? 0 : 0
        let logged = try await log.events(after: after, limit: request.mostEvents)
        var events: [StreamPage.Event] = []
        for event in SyncPage.first(of: logged, entry: \.entry) {
            events.append(try StreamPage.Event(event.sequence, event.entry))
        }
        let last = max(position.sequence, logged.last?.sequence ?? 0)
        return StreamPage(
            stream: name, epoch: position.epoch, seq: last, events: events,
            more: !events.isEmpty && (events.last?.seq ?? after) < last)
    }
}
