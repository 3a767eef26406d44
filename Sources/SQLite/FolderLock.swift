#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The right of one process to a data folder, held until this object is released or the process ends.
///
/// Keep it beside what it protects. The lock is `flock` on the file `lock` in the folder, which carries the
/// holder's process number; the file stays.
package final class FolderLock: Sendable {
    package let folder: String
    private let descriptor: Int32

    package init(folder: String) throws(FolderLockError) {
        self.folder = folder
        let path = folder + "/lock"
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .unusable(folder: folder, reason: systemReason()) }
        try acquire()
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private func acquire() throws(FolderLockError) {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK else { throw .unusable(folder: folder, reason: systemReason()) }
            throw .held(folder: folder, processID: readProcessID())
        }
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
        case .held(let folder, let processID?):
            "the folder \(folder) is in use by process \(processID): stop it or name another folder"
        case .held(let folder, nil):
            "the folder \(folder) is in use by another process: stop it or name another folder"
        case .unusable(let folder, let reason):
            "the folder \(folder) cannot be used: \(reason)"
        }
    }
}

private func systemReason() -> String { unsafe String(cString: strerror(errno)) }
