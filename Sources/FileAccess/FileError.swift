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

    /// Takes the reason from `errno`.
    init(_ name: String) {
        number = errno
        description = "\(name): \(unsafe String(cString: strerror(number)))"
    }
}
