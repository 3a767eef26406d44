#if canImport(Glibc)
import Glibc
#endif

/// What Linux tells of this process, `/proc/self/status`.
enum ProcessStatus {
    static func text() throws -> String {
        guard let file = fopen("/proc/self/status", "r") else { throw TimedOut() }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
