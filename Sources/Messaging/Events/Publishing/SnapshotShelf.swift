import WireProtocol

/// The snapshots of one memory stream: made when asked for, given to many, kept while they are being read.
actor SnapshotShelf {
    typealias Source = @Sendable () async throws -> StreamSnapshot

    /// The whole state in pages, at one number.
    struct Snapshot: Sendable {
        let number: Int
        let position: StreamPosition
        let pages: [[StreamPage.Item]]
        let entries: Int
        let madeNanoseconds: UInt64
        var usedNanoseconds: UInt64

        /// Whether the events since then are no more work than another snapshot.
        func isNear(_ now: StreamPosition) -> Bool {
            now.sequence - position.sequence <= Int64(max(entries, 100))
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

    /// A page of a snapshot that was begun before; nil when it is gone, or never was.
    func page(_ cursor: SnapshotCursor) -> (Snapshot, items: [StreamPage.Item])? {
        guard let index = kept.firstIndex(where: { $0.number == cursor.snapshot }),
            kept[index].pages.indices.contains(cursor.page)
        else { return nil }
        kept[index].usedNanoseconds = MonotonicTime.nowNanoseconds
        return (kept[index], kept[index].pages[cursor.page])
    }

    private func make(at position: StreamPosition, from source: @escaping Source) async throws -> Snapshot {
        made += 1
        let number = made
        let task = Task {
            let state = try await source()
            let pages = try Self.pages(of: state.entries)
            var position = position
            if let sequence = state.sequence { position.sequence = sequence }
            let now = MonotonicTime.nowNanoseconds
            return Snapshot(
                number: number, position: position, pages: pages, entries: state.entries.count,
                madeNanoseconds: now, usedNanoseconds: now)
        }
        making = task
        defer { making = nil }
        let snapshot = try await task.value
        kept.append(snapshot)
        if kept.count > Self.mostKept { kept.removeFirst() }
        return snapshot
    }

    /// At least one page, which may be empty.
    private static func pages(of entries: [StreamEntry]) throws(Fault) -> [[StreamPage.Item]] {
        var pages: [[StreamPage.Item]] = []
        var rest = entries[...]
        repeat {
            let page = SyncPage.first(of: rest) { $0 }
            rest = rest.dropFirst(page.count)
            var items: [StreamPage.Item] = []
            for entry in page { items.append(try StreamPage.Item(entry)) }
            pages.append(items)
        } while !rest.isEmpty
        return pages
    }
}

/// Names a page of a snapshot; opaque to others.
struct SnapshotCursor: Sendable, Equatable {
    var snapshot: Int
    var page: Int

    init(snapshot: Int, page: Int) {
        self.snapshot = snapshot
        self.page = page
    }

    /// Nil for a text that no page was named by.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let snapshot = Int(parts[0]), let page = Int(parts[1]) else { return nil }
        self.init(snapshot: snapshot, page: page)
    }

    var text: String { "\(snapshot).\(page)" }
}
