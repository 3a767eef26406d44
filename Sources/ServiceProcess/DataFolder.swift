#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

package import SQLite

/// A service's folder on disk, made when absent and held against a second process until it is released.
package struct DataFolder: Sendable {
    package let path: String
    private let lock: FolderLock

    package init(path: String) throws(FolderLockError) {
        DataFolder.make(path)
        self.path = path
        lock = try FolderLock(folder: path)
    }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes the folder and those above it. What goes wrong here shows when the lock file is opened.
    private static func make(_ path: String) {
        for (index, character) in zip(path.indices, path) where character == "/" && index != path.startIndex {
            unsafe mkdir(String(path[..<index]), 0o700)
        }
        unsafe mkdir(path, 0o700)
    }
}
