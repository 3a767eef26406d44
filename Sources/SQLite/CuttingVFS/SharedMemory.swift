import CSQLite

/// The index of a write-ahead log, shared by the connections to one file of a `CuttingVFS`.
///
/// Each connection keeps a reference: a cut takes the memory from the file, never from under a connection.
@safe final class SharedMemory {
    private var regions: [UnsafeMutableRawPointer] = unsafe []
    private var exclusive: [Int32: ObjectIdentifier] = [:]
    private var shared: [Int32: Set<ObjectIdentifier>] = [:]

    deinit { while let region = unsafe regions.popLast() { unsafe region.deallocate() } }

    /// The region of that number, nil when it does not exist and may not be made.
    func region(_ number: Int, byteCount: Int, mayExtend: Bool) -> UnsafeMutableRawPointer? {
        while unsafe regions.count <= number {
            guard mayExtend else { return nil }
            let region = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
            unsafe region.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
            unsafe regions.append(region)
        }
        return unsafe regions[number]
    }

    /// Takes or gives back the locks of `slots` as the `SQLITE_SHM_…` flags say.
    func lock(_ holder: ObjectIdentifier, slots: Range<Int32>, flags: Int32) -> Int32 {
        if flags & SQLITE_SHM_UNLOCK != 0 {
            unlock(holder, slots: slots)
            return SQLITE_OK
        }
        let isExclusive = flags & SQLITE_SHM_EXCLUSIVE != 0
        guard slots.allSatisfy({ isFree($0, for: holder, isExclusive) }) else { return SQLITE_BUSY }
        for slot in slots {
            if isExclusive { exclusive[slot] = holder } else { shared[slot, default: []].insert(holder) }
        }
        return SQLITE_OK
    }

    func unlock(_ holder: ObjectIdentifier, slots: Range<Int32> = 0..<Int32(SQLITE_SHM_NLOCK)) {
        for slot in slots {
            if exclusive[slot] == holder { exclusive[slot] = nil }
            shared[slot]?.remove(holder)
        }
    }

    private func isFree(_ slot: Int32, for holder: ObjectIdentifier, _ isExclusive: Bool) -> Bool {
        guard exclusive[slot] ?? holder == holder else { return false }
        return !isExclusive || (shared[slot] ?? []).subtracting([holder]).isEmpty
    }
}
