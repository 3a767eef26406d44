import CSQLite

/// A file system in memory whose power can be cut: a tool for tests that prove what survives.
///
/// It keeps for each file what was synced beside what was merely written. Name it when opening a `Database`;
/// files outlive the connections and are opened again after a `cut()`. It stays registered with SQLite, and in
/// memory, until the process ends.
@safe package final class CuttingVFS: @unchecked Sendable {
    // Unchecked: `disk` is touched only with `mutex` held; the pointers never change.
    package enum WriteFailure: Sendable {
        /// Every write finds the disk full.
        case full
        /// Every write and every sync fails.
        case ioError
        /// What is written is in the system's hands, but no sync succeeds.
        case sync
        /// As `sync`, for the next one alone.
        case oneSync
    }

    struct Disk {
        var files: [String: StoredFile] = [:]
        /// Counts the cuts; a handle of an earlier generation is dead.
        var generation = 0
        var syncCount = 0
        var writeFailure: WriteFailure?
        var readsFail = false
    }

    /// The name to give to `Database(path:vfs:)`.
    package let name: String
    private var disk = Disk()
    private let mutex: OpaquePointer?
    let methods: UnsafeMutablePointer<sqlite3_io_methods>

    package init() {
        _ = libraryIsConfigured
        sqlite3_initialize()
        var random: UInt64 = 0
        unsafe sqlite3_randomness(Int32(MemoryLayout<UInt64>.size), &random)
        name = "cutting-\(random)"
        unsafe mutex = unsafe sqlite3_mutex_alloc(SQLITE_MUTEX_FAST)
        unsafe methods = .allocate(capacity: 1)
        unsafe methods.initialize(to: makeFileMethods())
        registerWithSQLite(self)
    }

    /// Cuts the power: everything unsynced is gone, and every open connection has only I/O errors from now on.
    package func cut() {
        withDisk { disk in
            disk.generation += 1
            for file in disk.files.values { file.cut() }
            disk.files = disk.files.filter { $0.value.survivesCut }
        }
    }

    /// Kills the process, so to say: what was written stays, and every open connection has only I/O errors from now on.
    package func kill() {
        withDisk { disk in
            disk.generation += 1
            for file in disk.files.values { file.letGo() }
        }
    }

    /// Makes every read fail from now on, as a disk does that answers EIO; false ends it.
    package func failReads(_ doFail: Bool) {
        withDisk { $0.readsFail = doFail }
    }

    /// Makes every write fail from now on; nil ends it.
    package func failWrites(_ failure: WriteFailure?) {
        withDisk { $0.writeFailure = failure }
    }

    /// How many syncs have succeeded since the start.
    package var syncCount: Int { withDisk { $0.syncCount } }

    func withDisk<Value>(_ body: (inout Disk) -> Value) -> Value {
        unsafe sqlite3_mutex_enter(mutex)
        defer { unsafe sqlite3_mutex_leave(mutex) }
        return body(&disk)
    }

    /// Opens the file `path`, or an unnamed temporary one for nil; nil when it is absent and must not be made.
    func open(_ path: String?, mayCreate: Bool) -> OpenFile? {
        withDisk { disk in
            guard let path else { return OpenFile(StoredFile(), of: self, generation: disk.generation) }
            guard let file = disk.files[path] ?? (mayCreate ? StoredFile() : nil) else { return nil }
            disk.files[path] = file
            return OpenFile(file, of: self, generation: disk.generation)
        }
    }

    func delete(_ path: String) { withDisk { $0.files[path] = nil } }

    func exists(_ path: String) -> Bool { withDisk { $0.files[path] != nil } }
}
