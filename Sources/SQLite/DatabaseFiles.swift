#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The files that a connection has open: the database, its write-ahead log and the log's index.
///
/// Whoever deletes, moves or replaces one of them leaves the connection writing to a file that no later start finds.
struct DatabaseFiles {
    private let path: String
    private let database: FileIdentity?
    /// Known from the first look on: SQLite makes them when it first reads, and keeps them until the connection ends.
    private var log: FileIdentity?
    /// Two connections that see different files of this name do not see each other's locks.
    private var index: FileIdentity?
    /// Nil where there is none.
    private let guardFile: FileIdentity?

    /// - Parameter path: of a database that was just opened.
    init(path: String) {
        self.path = path
        database = FileIdentity(path)
        guardFile = FileIdentity(path + DatabaseGuard.fileEnding)
    }

    /// Whether all are still where they were opened.
    ///
    /// Asked inside a transaction the first time, when the log exists.
    mutating func areInPlace() -> Bool {
        isInPlace("-wal", &log) && isInPlace("-shm", &index) && FileIdentity(path) == database
            && FileIdentity(path + DatabaseGuard.fileEnding) == guardFile
    }

    /// 0 where there is none.
    var logByteCount: Int {
        var status = stat()
        return unsafe stat(path + "-wal", &status) == 0 ? Int(status.st_size) : 0
    }

    private func isInPlace(_ ending: String, _ known: inout FileIdentity?) -> Bool {
        let found = FileIdentity(path + ending)
        if known == nil { known = found }
        return found == known
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
