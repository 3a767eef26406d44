import CSQLite

/// One file of a `CuttingVFS`: what programs see, and what the platter would still hold after power loss.
///
/// Touched only under the lock of its `CuttingVFS`.
final class StoredFile {
    private enum Change {
        case write(offset: Int, bytes: [UInt8])
        case truncate(count: Int)
    }

    private(set) var content: [UInt8] = []
    private var syncedContent: [UInt8]?
    private var unsynced: [Change] = []
    private var lockLevels: [ObjectIdentifier: Int32] = [:]
    private(set) var sharedMemory: SharedMemory?

    /// False for a file that was never synced: its very name is lost in a cut.
    var survivesCut: Bool { syncedContent != nil }

    func write(_ bytes: [UInt8], at offset: Int) {
        let change = Change.write(offset: offset, bytes: bytes)
        StoredFile.apply(change, to: &content)
        unsynced.append(change)
    }

    func truncate(to count: Int) {
        let change = Change.truncate(count: count)
        StoredFile.apply(change, to: &content)
        unsynced.append(change)
    }

    func sync() {
        var synced = syncedContent ?? []
        syncedContent = nil  // So that the changes below are made in place.
        for change in unsynced { StoredFile.apply(change, to: &synced) }
        syncedContent = synced
        unsynced = []
    }

    /// Power loss: what was not synced is gone, and so is every lock and all shared memory.
    func cut() {
        content = syncedContent ?? []
        unsynced = []
        letGo()
    }

    /// The end of all who had it open.
    func letGo() {
        lockLevels = [:]
        sharedMemory = nil
    }

    private static func apply(_ change: Change, to content: inout [UInt8]) {
        switch change {
        case .write(let offset, let bytes):
            let end = offset + bytes.count
            if content.count < end {
                content.append(contentsOf: repeatElement(0, count: end - content.count))
            }
            content.replaceSubrange(offset..<end, with: bytes)
        case .truncate(let count):
            if content.count > count { content.removeLast(content.count - count) }
        }
    }

    /// Raises `holder` to `level` by SQLite's rules (https://sqlite.org/lockingv3.html).
    func lock(_ holder: ObjectIdentifier, to level: Int32) -> Int32 {
        guard lockLevels[holder] ?? SQLITE_LOCK_NONE < level else { return SQLITE_OK }
        let others = highestLevel(besides: holder)
        if level == SQLITE_LOCK_SHARED {
            guard others < SQLITE_LOCK_PENDING else { return SQLITE_BUSY }
        } else {
            guard others < SQLITE_LOCK_RESERVED else { return SQLITE_BUSY }
        }
        if level == SQLITE_LOCK_EXCLUSIVE, others >= SQLITE_LOCK_SHARED {
            lockLevels[holder] = SQLITE_LOCK_PENDING
            return SQLITE_BUSY
        }
        lockLevels[holder] = level
        return SQLITE_OK
    }

    func unlock(_ holder: ObjectIdentifier, to level: Int32) {
        lockLevels[holder] = level == SQLITE_LOCK_NONE ? nil : level
    }

    var isReserved: Bool { lockLevels.values.contains { $0 >= SQLITE_LOCK_RESERVED } }

    private func highestLevel(besides holder: ObjectIdentifier) -> Int32 {
        lockLevels.filter { $0.key != holder }.values.max() ?? SQLITE_LOCK_NONE
    }

    func makeSharedMemory() -> SharedMemory {
        let memory = sharedMemory ?? SharedMemory()
        sharedMemory = memory
        return memory
    }

    func dropSharedMemory() { sharedMemory = nil }
}
