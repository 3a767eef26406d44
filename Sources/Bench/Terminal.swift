import FileAccess

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What a person sees: results on standard output, the rest on standard error.
enum Terminal {
    private static let showsProgress = isatty(STDERR_FILENO) == 1

    static func print(_ text: String) throws(FileError) { try StandardOutput.write(text + "\n") }

    static func complain(_ problem: String) { write(problem + "\n") }

    static func note(_ text: String) { write((showsProgress ? "\r\u{1b}[K" : "") + text + "\n") }

    /// One line that is written over; only where somebody looks at it.
    static func progress(_ text: String) {
        if showsProgress { write("\r\u{1b}[K" + text) }
    }

    static func endProgress() {
        if showsProgress { write("\r\u{1b}[K") }
    }

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { posixWrite(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

private func posixWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, start, count)
}
