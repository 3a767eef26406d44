#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The files that a connection has open: the database and its write-ahead log.
///
/// Whoever deletes, moves or replaces one of them leaves the connection writing to a file that no later start finds.
struct DatabaseFiles {
    private let path: String
    private let database: FileIdentity?
    /// Known from the first look on: SQLite makes the log when it first reads, and keeps it until the connection ends.
    private var log: FileIdentity?

    /// - Parameter path: of a database that was just opened.
    init(path: String) {
        self.path = path
        database = FileIdentity(path)
    }

    /// Whether both are still where they were opened.
    ///
    /// Asked inside a transaction the first time, when the log exists.
    mutating func areInPlace() -> Bool {
        let log = FileIdentity(path + "-wal")
        if self.log == nil { self.log = log }
        return log == self.log && FileIdentity(path) == database
    }
}

/// Which file stands under a path.
private struct FileIdentity: Equatable {
    private let device: UInt64
    private let number: UInt64

    /// Nil when there is none.
    init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}
