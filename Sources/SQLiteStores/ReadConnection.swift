import SQLite
import Threading

/// A connection on which a store only reads, and the thread that it is used on: whoever reads waits for nobody who writes.
///
/// A database that is nowhere but in memory has a single connection; one on a file system layer that is none of the
/// system's has a single thread. There reads take turns with changes.
struct ReadConnection {
    let database: Database
    let executor: ThreadExecutor

    /// - Parameters:
    ///   - writing: the connection that has the database open, used on `executor`.
    ///   - observer: is told of damage that is found.
    init(
        beside writing: Database, on executor: ThreadExecutor, observer: (any WriteObserver)?
    ) throws(SQLiteError) {
        database =
            writing.place.isInMemory ? writing : try Database(reading: writing.place, observer: observer)
        self.executor = writing.place.isOfTheSystem ? ThreadExecutor() : executor
    }
}
