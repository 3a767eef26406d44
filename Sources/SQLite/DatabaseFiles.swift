#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The files that a connection has open: the database, its write-ahead log and the log's index.
///
/// Whoever deletes, moves or replaces one of them leaves the connection writing to a file that no later start finds; and whoever cuts
/// one takes what was kept.
struct DatabaseFiles {
    private let path: String
    private let database: FileState?
    /// Known from the first look on: SQLite makes them when it first reads, and keeps them until the connection ends.
    private var log: FileState?
    /// Two connections that see different files of this name do not see each other's locks.
    private var index: FileState?
    /// Nil where there is none.
    private let guardFile: FileState?

    /// - Parameter path: of a database that was just opened.
    init(path: String) {
        self.path = path
        database = FileState(path)
        guardFile = FileState(path + DatabaseGuard.fileEnding)
    }

    /// Whether all are still where they were opened, and nothing of them is missing.
    ///
    /// Asked inside a transaction the first time, when the log exists.
    ///
    /// - Parameter least: how long each is at least, as far as it is known.
    mutating func areInPlace(_ least: FileExtents) -> Bool {
        guard isInPlace("-wal", &log, least.log), isInPlace("-shm", &index, 0),
            let database, let found = FileState(path), found.isSameFile(as: database)
        else { return false }
        return found.byteCount >= least.database && isGuardFileInPlace(least.guardFile)
    }

    private func isGuardFileInPlace(_ least: Int) -> Bool {
        let found = FileState(path + DatabaseGuard.fileEnding)
        guard let found, let guardFile else { return found == nil && guardFile == nil }
        return found.isSameFile(as: guardFile) && found.byteCount >= least
    }

    /// 0 where there is none.
    var logByteCount: Int { FileState(path + "-wal")?.byteCount ?? 0 }

    private func isInPlace(_ ending: String, _ known: inout FileState?, _ least: Int) -> Bool {
        let found = FileState(path + ending)
        guard let found else { return known == nil }
        guard known.map(found.isSameFile) ?? true, found.byteCount >= least else { return false }
        known = found
        return true
    }
}

/// How many bytes of a database's files are known to be there.
struct FileExtents {
    var database = 0
    var log = 0
    var guardFile = 0
}

/// Which file stands under a path, and how long it is.
private struct FileState {
    private let device: UInt64
    private let number: UInt64
    let byteCount: Int

    /// Nil when there is none.
    init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
        byteCount = Int(status.st_size)
    }

    func isSameFile(as other: FileState) -> Bool { device == other.device && number == other.number }
}
