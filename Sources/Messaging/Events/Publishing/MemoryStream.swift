import Threading
import WireProtocol

/// A stream whose numbers live as long as its publisher: with each start they begin anew, in a new epoch.
///
/// Recent events are kept for catching up; who is too far behind, or comes from another epoch, gets a snapshot.
public final class MemoryStream: SyncedStream {
    public let name: String
    private let board: StreamBoard
    private let id: StreamBoard.StreamID
    private let shelf: SnapshotShelf
    private let source = Locked<SnapshotShelf.Source?>(nil)

    init(_ name: String, on board: StreamBoard, _ settings: PublisherSettings) {
        self.name = name
        self.board = board
        let epoch = String(UInt64.random(in: 1 << 60 ... .max), radix: 36)
        id = board.add(
            name, at: StreamPosition(epoch: epoch, sequence: 0),
            ring: EventRing(mostEvents: settings.recentEvents, mostBytes: settings.recentBytes))
        shelf = SnapshotShelf(settings)
    }

    /// How far the stream has come.
    public var position: StreamPosition { board.position(of: id) }

    /// Publishes to everyone, in the order of the calls; from any thread, and never waits.
    ///
    /// Change the state first, then publish: a snapshot must hold every change up to its number.
    @discardableResult
    public func publish(_ entry: StreamEntry) -> StreamPosition { board.append(entry, to: id) }

    /// Names who tells the whole present state; until then newcomers are refused.
    ///
    /// Called on the task pool, at most once at a time.
    public func answerSnapshots(_ source: @escaping @Sendable () async throws -> StreamSnapshot) {
        self.source.withLock { $0 = source }
    }

    func answer(_ request: StreamSync) async throws -> StreamPage {
        if let cursor = request.cursor { return try await page(cursor) }
        if let after = request.after?.value, let delta = try delta(request, after: after) { return delta }
        return try await snapshot()
    }

    /// Nil when the events are not at hand, or counted in another epoch.
    private func delta(_ request: StreamSync, after: Int64) throws(Fault) -> StreamPage? {
        let (recent, position) = board.recent(id, after: after, atMost: request.mostEvents)
        guard let recent, request.epoch == nil || request.epoch == position.epoch else { return nil }
        var events: [StreamPage.Event] = []
        for event in SyncPage.first(of: recent, entry: \.entry) {
            events.append(try StreamPage.Event(event.sequence, event.entry))
        }
        return StreamPage(
            stream: name, epoch: position.epoch, seq: position.sequence, events: events,
            more: (events.last?.seq ?? after) < position.sequence)
    }

    private func snapshot() async throws -> StreamPage {
        guard let source = source.withLock({ $0 }) else { throw Fault.noSnapshot(name) }
        let snapshot = try await shelf.snapshot(
            { [board, id] in board.position(of: id) },
            isJoinable: { [board, id] in board.hasRecent(id, after: $0) }, from: source)
        return try page(of: snapshot, from: 0)
    }

    private func page(_ text: String) async throws -> StreamPage {
        guard let cursor = SnapshotCursor(text), let snapshot = await shelf.snapshot(at: cursor) else {
            throw Fault.invalidCursor
        }
        return try page(of: snapshot, from: cursor.entry)
    }

    private func page(of snapshot: SnapshotShelf.Snapshot, from entry: Int) throws -> StreamPage {
        let (items, next) = try snapshot.page(from: entry)
        return StreamPage(
            stream: name, epoch: snapshot.position.epoch, seq: snapshot.position.sequence, snapshot: items,
            more: next != nil, next: next?.text)
    }
}
