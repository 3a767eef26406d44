#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The right of one process to a data folder, held until this object is released or the process ends.
///
/// Keep it beside what it protects. The lock is `flock` on the database itself, so that it holds whatever is deleted
/// beside it, and on the file `lock` in the folder, which carries the holder's process number; the file stays.
package final class FolderLock: Sendable {
    package let folder: String
    private let descriptor: Int32
    /// Open until the end: closing any descriptor of a database takes SQLite's own locks from this process. Those are
    /// of another kind (fcntl), so the two never meet.
    private let database: Int32

    /// - Parameter database: the name of the folder's database; an empty one is made when absent, which SQLite takes
    ///   for a new one.
    package init(folder: String, database: String) throws(FolderLockError) {
        self.folder = folder
        descriptor = unsafe open(folder + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        self.database =
            unsafe descriptor < 0
            ? -1 : open("\(folder)/\(database)", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0, self.database >= 0 else {
            throw .unusable(folder: folder, reason: systemReason())
        }
        try lock(descriptor)
        #if !canImport(Darwin)
        // There this lock and SQLite's own would exclude each other.
        try lock(self.database)
        #endif
        try writeProcessID()
    }

    deinit { for descriptor in [descriptor, database] where descriptor >= 0 { close(descriptor) } }

    private func lock(_ file: Int32) throws(FolderLockError) {
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK else { throw .unusable(folder: folder, reason: systemReason()) }
            throw .held(folder: folder, processID: readProcessID())
        }
    }

    private func writeProcessID() throws(FolderLockError) {
        let text = Array("\(getpid())\n".utf8)
        let written = unsafe ftruncate(descriptor, 0) == 0 ? pwrite(descriptor, text, text.count, 0) : -1
        guard written == text.count else { throw .unusable(folder: folder, reason: systemReason()) }
    }

    private func readProcessID() -> Int32? {
        var text = [UInt8](repeating: 0, count: 16)
        let count = unsafe pread(descriptor, &text, text.count, 0)
        let digits = text.prefix(max(0, count)).prefix { (0x30...0x39).contains($0) }
        return Int32(String(decoding: digits, as: UTF8.self))
    }
}

package enum FolderLockError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Another process, or this one, has the folder; the number is nil in the instant before it is written.
    case held(folder: String, processID: Int32?)
    /// The folder is absent or not writable.
    case unusable(folder: String, reason: String)

    package var description: String {
        switch self {
        case .held(let folder, let processID):
            // The number is the holder's own: another container counts for itself.
            "the folder \(folder) is in use by another process"
                + (processID.map {
                    " (which calls itself process \($0), in its own container if it runs in one)"
                } ?? "")
                + ": one folder is for one process, and replicas do not share their data; stop one of the two, "
                + "or name another folder for a shop of its own"
        case .unusable(let folder, let reason):
            "the folder \(folder) cannot be used: \(reason)"
        }
    }
}

private func systemReason() -> String { unsafe String(cString: strerror(errno)) }
