#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

package import SQLite

/// A service's folder on disk, made when absent and held against a second process until it is released.
package struct DataFolder: Sendable {
    package let path: String
    /// Where the service's database is.
    package let database: String
    private let lock: FolderLock

    /// - Parameter database: the name of its file.
    package init(path: String, database: String) throws(FolderLockError) {
        DataFolder.make(path)
        self.path = path
        self.database = "\(path)/\(database)"
        lock = try FolderLock(folder: path, database: database)
    }

    /// Makes the folder and those above it. What goes wrong here shows when the lock file is opened.
    private static func make(_ path: String) {
        for (index, character) in zip(path.indices, path) where character == "/" && index != path.startIndex {
            unsafe mkdir(String(path[..<index]), 0o700)
        }
        unsafe mkdir(path, 0o700)
    }
}
