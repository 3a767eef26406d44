/// Where a database lies that is open; see `Database.init(reading:observer:)`.
package struct DatabasePlace: Sendable {
    /// As it was given.
    let path: String
    /// Nil is the system's file system.
    let vfs: String?
    /// Nil for a database that nobody guards. Released after the last connection is closed.
    let layer: GuardingVFS?

    /// Whether it ends with its one connection.
    package var isInMemory: Bool { path == ":memory:" }
    /// Whether it is a file of the system's, which several threads may use.
    package var isOfTheSystem: Bool { !isInMemory && vfs == nil }
}
