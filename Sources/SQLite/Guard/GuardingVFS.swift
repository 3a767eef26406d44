import CSQLite

/// A file system layer of SQLite for one database, through which its guard sees all that is read and written.
@safe final class GuardingVFS: @unchecked Sendable {
    // Unchecked: nothing of it changes; the guard says who may do what.
    /// The name to open the database with.
    let name: String
    let guardian: DatabaseGuard
    fileprivate let base: UnsafeMutablePointer<sqlite3_vfs>
    private let record: UnsafeMutablePointer<sqlite3_vfs>
    fileprivate let methods: UnsafeMutablePointer<sqlite3_io_methods>

    /// - Parameters:
    ///   - path: of the database.
    ///   - vfs: the layer below; nil is the system's.
    init(path: String, vfs: String?) throws(SQLiteError) {
        guard let base = unsafe sqlite3_vfs_find(vfs) else { throw .misuse("no file system \(vfs ?? "")") }
        unsafe self.base = unsafe base
        guardian = try unsafe DatabaseGuard(Self.fullPath(path, base), on: base)
        unsafe record = .allocate(capacity: 1)
        unsafe record.initialize(to: sqlite3_vfs())
        unsafe methods = .allocate(capacity: 1)
        unsafe methods.initialize(to: makeGuardedMethods())
        var random: UInt64 = 0
        unsafe sqlite3_randomness(Int32(MemoryLayout<UInt64>.size), &random)
        name = "guarding-\(random)"
        fill()
        unsafe sqlite3_vfs_register(record, 0)
    }

    /// After the connection is closed.
    deinit {
        unsafe sqlite3_vfs_unregister(record)
        unsafe UnsafeMutablePointer(mutating: record.pointee.zName)?.deallocate()
        unsafe record.deallocate()
        unsafe methods.deallocate()
    }

    private static func fullPath(
        _ path: String, _ base: UnsafeMutablePointer<sqlite3_vfs>
    ) throws(SQLiteError) -> String {
        var text = [CChar](repeating: 0, count: unsafe Int(base.pointee.mxPathname) + 1)
        let code = unsafe base.pointee.xFullPathname?(base, path, Int32(text.count), &text) ?? SQLITE_CANTOPEN
        // The second is told of a path with a symbolic link in it.
        guard code == SQLITE_OK || code == SQLITE_OK | (2 << 8) else {
            throw SQLiteError(code: code, message: "\(path): no such path")
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func fill() {
        unsafe record.pointee.iVersion = 2
        unsafe record.pointee.szOsFile =
            unsafe Int32(MemoryLayout<GuardedFile>.stride) + base.pointee.szOsFile
        unsafe record.pointee.mxPathname = unsafe base.pointee.mxPathname
        let bytes = name.utf8CString
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        for (index, byte) in bytes.enumerated() { unsafe copy[index] = byte }
        unsafe record.pointee.zName = unsafe UnsafePointer(copy)
        unsafe record.pointee.pAppData = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe addPathMethods(to: &record.pointee)
        // Neither randomness nor time asks whose record it is.
        unsafe record.pointee.xRandomness = unsafe base.pointee.xRandomness
        unsafe record.pointee.xSleep = unsafe base.pointee.xSleep
        unsafe record.pointee.xCurrentTime = unsafe base.pointee.xCurrentTime
        unsafe record.pointee.xCurrentTimeInt64 = unsafe base.pointee.xCurrentTimeInt64
        unsafe record.pointee.xGetLastError = unsafe base.pointee.xGetLastError
    }
}

private func guarding(_ record: UnsafeMutablePointer<sqlite3_vfs>?) -> GuardingVFS? {
    guard let data = unsafe record?.pointee.pAppData else { return nil }
    return unsafe Unmanaged<GuardingVFS>.fromOpaque(data).takeUnretainedValue()
}

private func addPathMethods(to record: inout sqlite3_vfs) {
    unsafe record.xOpen = { record, path, file, flags, outFlags in
        guard let vfs = unsafe guarding(record), let file = unsafe file else { return SQLITE_CANTOPEN }
        return unsafe openFile(vfs, path, file, flags, outFlags)
    }
    unsafe record.xDelete = { record, path, syncsFolder in
        guard let vfs = unsafe guarding(record), let path = unsafe path else { return SQLITE_IOERR }
        if unsafe String(cString: path).hasSuffix("-wal") {
            do throws(SQLiteError) { try vfs.guardian.willEmptyLog() } catch { return error.code }
        }
        return unsafe vfs.base.pointee.xDelete?(vfs.base, path, syncsFolder) ?? SQLITE_IOERR
    }
    unsafe record.xAccess = { record, path, flags, result in
        guard let vfs = unsafe guarding(record) else { return SQLITE_IOERR }
        return unsafe vfs.base.pointee.xAccess?(vfs.base, path, flags, result) ?? SQLITE_IOERR
    }
    unsafe record.xFullPathname = { record, path, capacity, result in
        guard let vfs = unsafe guarding(record) else { return SQLITE_CANTOPEN }
        return unsafe vfs.base.pointee.xFullPathname?(vfs.base, path, capacity, result) ?? SQLITE_CANTOPEN
    }
}

private func openFile(
    _ vfs: GuardingVFS, _ path: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>,
    _ flags: Int32, _ outFlags: UnsafeMutablePointer<Int32>?
) -> Int32 {
    let real = unsafe realFile(file)
    // No methods means: nothing to close.
    unsafe file.pointee.pMethods = nil
    unsafe real.pointee.pMethods = nil
    let code = unsafe vfs.base.pointee.xOpen?(vfs.base, path, real, flags, outFlags) ?? SQLITE_CANTOPEN
    guard code == SQLITE_OK else {
        if unsafe real.pointee.pMethods != nil { _ = unsafe real.pointee.pMethods.pointee.xClose(real) }
        return code
    }
    let role: OpenGuardedFile.Role =
        flags & SQLITE_OPEN_MAIN_DB != 0 ? .database : flags & SQLITE_OPEN_WAL != 0 ? .log : .other
    let open = unsafe OpenGuardedFile(role, vfs.guardian, RealFile(pointer: real))
    unsafe setOpen(open, of: file, methods: UnsafePointer(vfs.methods))
    if role == .log { vfs.guardian.attach(log: open.real) }
    if role == .database, !vfs.guardian.attach(open.real) {
        // With its methods set SQLite closes it itself.
        return SQLITE_CORRUPT
    }
    return SQLITE_OK
}
