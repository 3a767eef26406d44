#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What is wrong with a key file.
package enum KeyFileError: Error, Equatable, Sendable, CustomStringConvertible {
    case wrongSize(path: String, byteCount: Int)
    /// Group or others may read or write it.
    case openToOthers(path: String, mode: UInt32)
    case unusable(path: String, reason: String)

    package var description: String {
        switch self {
        case .wrongSize(let path, let byteCount):
            "the key file \(path) has \(byteCount) bytes instead of \(SealingKey.byteCount): it is no key of this shop"
        case .openToOthers(let path, let mode):
            "the key file \(path) is open to others (mode \(String(mode, radix: 8))): run chmod 600 \(path)"
        case .unusable(let path, let reason):
            "the key file \(path) cannot be used: \(reason)"
        }
    }
}

extension SealingKey {
    /// The key in the file `path`, made with random content and mode 0600 when absent.
    ///
    /// Processes that make it at once all get the key of the one that came first.
    package init(file path: String) throws(KeyFileError) {
        if let key = try SealingKey.read(path) {
            self = key
            return
        }
        try SealingKey.make(path)
        guard let key = try SealingKey.read(path) else { throw .unusable(path: path, reason: "it vanished") }
        self = key
    }

    /// Whether the key is still in the file that it was read from.
    package enum Presence: Sendable {
        case there, gone
        /// The file holds another key.
        case replaced
    }

    package func presence(in path: String) throws(KeyFileError) -> Presence {
        guard let found = try SealingKey.read(path) else { return .gone }
        return found.bytes == bytes ? .there : .replaced
    }

    private static func read(_ path: String) throws(KeyFileError) -> SealingKey? {
        let descriptor = openFile(path, O_RDONLY)
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw failure(path) }
        let mode = UInt32(status.st_mode) & 0o777
        guard mode & 0o077 == 0 else { throw .openToOthers(path: path, mode: mode) }
        guard status.st_size == byteCount else {
            throw .wrongSize(path: path, byteCount: Int(status.st_size))
        }
        var bytes = [UInt8](repeating: 0, count: byteCount)
        guard unsafe pread(descriptor, &bytes, byteCount, 0) == byteCount else { throw failure(path) }
        return SealingKey(bytes: bytes)
    }

    /// Writes a new key beside `path` and links it there, so that no one ever sees half a key.
    private static func make(_ path: String) throws(KeyFileError) {
        let temporary = "\(path).\(randomIdentifier())"
        let descriptor = openFile(temporary, O_WRONLY | O_CREAT | O_EXCL)
        guard descriptor >= 0 else { throw failure(path) }
        defer {
            close(descriptor)
            unsafe unlink(temporary)
        }
        let key = randomBytes(byteCount)
        guard unsafe write(descriptor, key, key.count) == key.count, fsync(descriptor) == 0 else {
            throw failure(path)
        }
        guard unsafe link(temporary, path) == 0 || errno == EEXIST else { throw failure(path) }
        syncFolder(of: path)
    }

    /// Makes the new name last; a file system that cannot is no reason to refuse the key.
    private static func syncFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = openFile(folder, O_RDONLY)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func failure(_ path: String) -> KeyFileError {
        .unusable(path: path, reason: unsafe String(cString: strerror(errno)))
    }
}

/// Outside the type, whose own `open` would be meant there.
private func openFile(_ path: String, _ flags: Int32) -> Int32 {
    unsafe open(path, flags | O_CLOEXEC, 0o600)
}
