import WireProtocol

/// The snapshots of one memory stream: made when asked for, given to many, kept while they are being read.
actor SnapshotShelf {
    typealias Source = @Sendable () async throws -> StreamSnapshot

    /// The whole state at one number. Its pages are made when somebody asks for them: all at once they would hold up
    /// an end of the service, and take several times the memory of the state.
    struct Snapshot: Sendable {
        let number: Int
        let position: StreamPosition
        fileprivate let state: StreamSnapshot
        let madeNanoseconds: UInt64
        var usedNanoseconds: UInt64

        /// Whether the events since then are no more work than another snapshot.
        func isNear(_ now: StreamPosition) -> Bool {
            now.sequence - position.sequence <= Int64(max(state.count, 100))
        }
    }

    private let pauseNanoseconds: UInt64
    private let pauseMilliseconds: Int
    private var kept: [Snapshot] = []
    private var made = 0
    private var making: Task<Snapshot, any Error>?

    private static let mostKept = 4
    private static let unusedNanoseconds: UInt64 = 30_000_000_000

    init(_ settings: PublisherSettings) {
        pauseNanoseconds = UInt64(settings.snapshotPauseMilliseconds) * 1_000_000
        pauseMilliseconds = settings.snapshotPauseMilliseconds
    }

    /// A snapshot that the stream's recent events can be joined to.
    ///
    /// - Parameters:
    ///   - position: where the stream is now; read before the state, which is then at least as new.
    ///   - isJoinable: whether the events after a number are at hand.
    /// - Throws: `overloaded` when the last one is too old to be joined and too new for another.
    func snapshot(
        _ position: @Sendable () -> StreamPosition, isJoinable: @Sendable (Int64) -> Bool,
        from source: @escaping Source
    ) async throws -> Snapshot {
        if let making { return try await making.value }
        let now = MonotonicTime.nowNanoseconds
        kept.removeAll { now - min($0.usedNanoseconds, now) > Self.unusedNanoseconds }
        if let last = kept.last {
            let age = now - min(last.madeNanoseconds, now)
            if isJoinable(last.position.sequence), age < pauseNanoseconds || last.isNear(position()) {
                return last
            }
            if age < pauseNanoseconds { throw Fault.overloaded(retryAfterMilliseconds: pauseMilliseconds) }
        }
        return try await make(at: position(), from: source)
    }

    /// A snapshot that was begun before; nil when it is gone, or has no such entry.
    func snapshot(at cursor: SnapshotCursor) -> Snapshot? {
        guard let index = kept.firstIndex(where: { $0.number == cursor.snapshot }),
            (0..<kept[index].state.count).contains(cursor.entry)
        else { return nil }
        kept[index].usedNanoseconds = MonotonicTime.nowNanoseconds
        return kept[index]
    }

    private func make(at position: StreamPosition, from source: @escaping Source) async throws -> Snapshot {
        made += 1
        let number = made
        let task = Task {
            let state = try await source()
            var position = position
            if let sequence = state.sequence { position.sequence = sequence }
            let now = MonotonicTime.nowNanoseconds
            return Snapshot(
                number: number, position: position, state: state, madeNanoseconds: now, usedNanoseconds: now)
        }
        making = task
        defer { making = nil }
        let snapshot = try await task.value
        kept.append(snapshot)
        if kept.count > Self.mostKept { kept.removeFirst() }
        return snapshot
    }
}

extension SnapshotShelf.Snapshot {
    /// The entries from one on, as many as a page has room for.
    ///
    /// - Returns: also where the next page begins; nil for the last one.
    func page(from first: Int) throws -> (items: [StreamPage.Item], next: SnapshotCursor?) {
        var items: [StreamPage.Item] = []
        var room = SyncPage.roomBytes
        for index in first..<state.count {
            let entry = try state.entry(index)
            room -= SyncPage.bytes(of: entry)
            if !items.isEmpty, room < 0 { return (items, SnapshotCursor(snapshot: number, entry: index)) }
            items.append(try StreamPage.Item(entry))
        }
        return (items, nil)
    }
}

/// Names where a page of a snapshot begins; opaque to others.
struct SnapshotCursor: Sendable, Equatable {
    var snapshot: Int
    var entry: Int

    init(snapshot: Int, entry: Int) {
        self.snapshot = snapshot
        self.entry = entry
    }

    /// Nil for a text that no page was named by.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let snapshot = Int(parts[0]), let entry = Int(parts[1]) else { return nil }
        self.init(snapshot: snapshot, entry: entry)
    }

    var text: String { "\(snapshot).\(entry)" }
}
