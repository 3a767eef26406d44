#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What the system said when a file could not be read or written.
package struct FileError: Error, Sendable, CustomStringConvertible {
    /// `report.html: No space left on device`
    package let description: String
    let number: Int32

    package var isMissing: Bool { number == ENOENT }

    /// - Parameter number: the reason, as in `errno`.
    init(_ name: String, number: Int32 = errno) {
        self.number = number
        description = "\(name): \(unsafe String(cString: strerror(number)))"
    }
}
