import CSQLite

/// One open handle of a file of a `CuttingVFS`; every handle of the time before a cut answers with an I/O error,
/// as the process that held it would be gone.
final class OpenFile {
    private let vfs: CuttingVFS
    private let file: StoredFile
    private let generation: Int
    private var memory: SharedMemory?

    private var id: ObjectIdentifier { ObjectIdentifier(self) }

    /// Made with the lock of `vfs` held.
    init(_ file: StoredFile, of vfs: CuttingVFS, generation: Int) {
        self.file = file
        self.vfs = vfs
        self.generation = generation
    }

    private func alive(_ body: (inout CuttingVFS.Disk) -> Int32) -> Int32 {
        vfs.withDisk { disk in disk.generation == generation ? body(&disk) : SQLITE_IOERR }
    }

    func close() {
        vfs.withDisk { _ in
            file.unlock(id, to: SQLITE_LOCK_NONE)
            memory?.unlock(id)
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32 {
        alive { disk in
            // As SQLite's own layer tells of EIO.
            if disk.readsFail { return SQLiteError.failingFileSystem }
            let start = min(offset, file.content.count)
            let bytes = file.content[start..<min(start + buffer.count, file.content.count)]
            unsafe buffer.copyBytes(from: bytes)
            guard bytes.count < buffer.count else { return SQLITE_OK }
            // The unread rest must be zeros.
            unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[bytes.count...])
                .initializeMemory(as: UInt8.self, repeating: 0)
            return SQLiteError.shortRead
        }
    }

    func write(_ bytes: [UInt8], at offset: Int) -> Int32 {
        alive { disk in
            if let code = disk.writeFailure?.writeCode { return code }
            file.write(bytes, at: offset)
            return SQLITE_OK
        }
    }

    func truncate(to count: Int) -> Int32 {
        alive { _ in
            file.truncate(to: count)
            return SQLITE_OK
        }
    }

    func sync() -> Int32 {
        alive { disk in
            switch disk.writeFailure {
            case .ioError, .sync: return failedSync
            case .oneSync:
                disk.writeFailure = nil
                return failedSync
            case .full, nil: break
            }
            file.sync()
            disk.syncCount += 1
            return SQLITE_OK
        }
    }

    func byteCount(_ result: inout Int64) -> Int32 {
        alive { _ in
            result = Int64(file.content.count)
            return SQLITE_OK
        }
    }

    func lock(to level: Int32) -> Int32 { alive { _ in file.lock(id, to: level) } }

    func unlock(to level: Int32) -> Int32 {
        alive { _ in
            file.unlock(id, to: level)
            return SQLITE_OK
        }
    }

    func checkReserved(_ result: inout Int32) -> Int32 {
        alive { _ in
            result = file.isReserved ? 1 : 0
            return SQLITE_OK
        }
    }

    func mapMemory(
        region: Int, byteCount: Int, mayExtend: Bool, _ result: inout UnsafeMutableRawPointer?
    ) -> Int32 {
        alive { _ in
            let memory = memory ?? file.makeSharedMemory()
            self.memory = memory
            unsafe result = unsafe memory.region(region, byteCount: byteCount, mayExtend: mayExtend)
            return SQLITE_OK
        }
    }

    func lockMemory(slots: Range<Int32>, flags: Int32) -> Int32 {
        alive { _ in memory?.lock(id, slots: slots, flags: flags) ?? SQLITE_IOERR }
    }

    /// Taking and leaving the lock is the barrier.
    func memoryBarrier() { vfs.withDisk { _ in } }

    func unmapMemory(deletes: Bool) -> Int32 {
        alive { _ in
            memory?.unlock(id)
            memory = nil
            if deletes { file.dropSharedMemory() }
            return SQLITE_OK
        }
    }
}

// Swift cannot import these macros of sqlite3.h.
private let failedWrite = SQLITE_IOERR | (3 << 8)
private let failedSync = SQLITE_IOERR | (4 << 8)

extension CuttingVFS.WriteFailure {
    /// Nil where writes succeed.
    var writeCode: Int32? {
        switch self {
        case .full: SQLITE_FULL
        case .ioError: failedWrite
        case .sync, .oneSync: nil
        }
    }
}
