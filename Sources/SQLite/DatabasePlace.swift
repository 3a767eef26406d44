/// Where a database lies that is open; see `Database.init(reading:observer:)`.
package struct DatabasePlace: Sendable {
    /// As it was given.
    let path: String
    /// Nil is the system's file system.
    let vfs: String?
    /// Nil for a database that nobody guards. Released after the last connection is closed.
    let layer: GuardingVFS?
}
