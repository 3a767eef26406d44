#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Reads and writes files whole, whatever they are: on a disk, a pipe, a device, or the process's own input.
package enum WholeFile {
    /// - Parameter path: `-` for standard input.
    package static func read(_ path: String) throws(FileError) -> [UInt8] {
        if path == "-" { return try readAll(STDIN_FILENO, of: "standard input") }
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path) }
        defer { close(descriptor) }
        return try readAll(descriptor, of: path)
    }

    /// Makes the file, or replaces what is in it.
    package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw FileError(path) }
        do throws(FileError) { try writeAll(bytes, to: descriptor, of: path) } catch {
            close(descriptor)
            throw error
        }
        // A network's file system may say only here that it is full.
        guard close(descriptor) == 0 else { throw FileError(path) }
    }

    /// Puts a file in the place of another at once: whoever reads finds the one or the other whole.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        let new = path + ".new"
        try write(bytes, to: new)
        guard unsafe rename(new, path) == 0 else { throw FileError(path) }
    }

    /// Throws what `write` would throw at its start, as far as the system tells without touching the file.
    package static func checkWritable(_ path: String) throws(FileError) {
        let isFolder = unsafe path.hasSuffix("/") || access(path + "/.", F_OK) == 0
        if isFolder { throw FileError(path, number: EISDIR) }
        if unsafe access(path, W_OK) == 0 { return }
        guard errno == ENOENT else { throw FileError(path) }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
        guard unsafe access(folder + ".", W_OK | X_OK) == 0 else { throw FileError(path) }
    }

    private static func readAll(_ descriptor: Int32, of name: String) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = unsafe systemRead(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError(name) }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
    }

    static func writeAll(_ bytes: [UInt8], to descriptor: Int32, of name: String) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe systemWrite(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError(name) }
            rest = rest.dropFirst(count)
        }
    }
}

// Inside `WholeFile` these names mean its own functions.
private func systemRead(_ descriptor: Int32, _ start: UnsafeMutableRawPointer, _ count: Int) -> Int {
    unsafe read(descriptor, start, count)
}

private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, start, count)
}
