import CSQLite

/// How SQLite is set up for this process, once and before its first use: every entry into this module touches it.
///
/// False when something else has used SQLite before, which then is slower.
let libraryIsConfigured: Bool = {
    // Counting takes a lock at each allocation, and nobody asks for the count.
    let counting = cornershop_sqlite_count_memory(0)
    let savepoints = cornershop_sqlite_savepoint_memory(savepointMemoryBytes)
    return counting == SQLITE_OK && savepoints == SQLITE_OK
}()

/// What a savepoint may have to undo is kept in memory up to here, then in a file. An order changes a dozen pages
/// of 4 KiB.
private let savepointMemoryBytes: Int32 = 256 * 1024
