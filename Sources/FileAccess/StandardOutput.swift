#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The process's own output.
package enum StandardOutput {
    /// A reader that goes away shows when we write, and does not end the process. Call it first in `main`.
    package static func outliveReader() { signal(SIGPIPE, SIG_IGN) }

    /// Writes all of a text at once.
    ///
    /// - Returns: false when nobody reads any more (`| head`), which is no error.
    @discardableResult
    package static func write(_ text: String) throws(FileError) -> Bool {
        do throws(FileError) {
            try WholeFile.writeAll(Array(text.utf8), to: STDOUT_FILENO, of: "standard output")
        } catch {
            guard error.number == EPIPE else { throw error }
            return false
        }
        return true
    }
}
