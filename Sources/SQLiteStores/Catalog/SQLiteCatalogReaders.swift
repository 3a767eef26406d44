import Catalog
import SQLite
import Threading

/// Several that read one catalog, each on a thread of its own: who asks is served by the one that has least to do, so that a long search of one
/// peer does not stand before the others'.
struct SQLiteCatalogReaders: Sendable {
    private let readers: [SQLiteCatalogReads]
    /// By reader, how many it serves.
    private let serving: Locked<[Int]>

    private static let most = 2

    /// - Parameters:
    ///   - writing: the connection that has the database open, used on `executor`.
    ///   - observer: is told of damage that is found.
    init(
        beside writing: Database, on executor: ThreadExecutor, observer: (any WriteObserver)?,
        make: (sending ReadConnection) -> SQLiteCatalogReads
    ) throws(SQLiteError) {
        var readers: [SQLiteCatalogReads] = []
        for _ in 0..<(writing.place.isOfTheSystem ? Self.most : 1) {
            // Shared where there can be only one: both are then used on one thread.
            nonisolated(unsafe) let connection = try ReadConnection(
                beside: writing, on: executor, observer: observer)
            readers.append(make(connection))
        }
        self.readers = readers
        serving = Locked(Array(repeating: 0, count: readers.count))
    }

    func use<Value: Sendable>(
        _ body: @Sendable (SQLiteCatalogReads) async throws -> Value
    ) async throws -> Value {
        let number = serving.withLock { serving in
            let number = serving.indices.min { serving[$0] < serving[$1] } ?? 0
            serving[number] += 1
            return number
        }
        defer { serving.withLock { $0[number] -= 1 } }
        return try await body(readers[number])
    }
}
