#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The process's own output.
package enum StandardOutput {
    /// A reader that goes away shows when we write, and does not end the process. Call it first in `main`.
    package static func outliveReader() { signal(SIGPIPE, SIG_IGN) }

    /// How wide the terminal is that the output goes to; nil where it goes elsewhere.
    ///
    /// `COLUMNS` overrides what the terminal says (POSIX, XBD 8.3).
    package static func columns(_ environment: [String: String]) -> Int? {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

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
