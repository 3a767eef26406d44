import CSQLite

/// Makes `vfs` known to SQLite for the life of the process: SQLite has no way to tell when its last user is gone.
func registerWithSQLite(_ vfs: CuttingVFS) {
    _ = libraryIsConfigured
    let record = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    unsafe record.initialize(to: makeRecord(vfs))
    unsafe sqlite3_vfs_register(record, 0)
}

private func makeRecord(_ vfs: CuttingVFS) -> sqlite3_vfs {
    var record = unsafe sqlite3_vfs()
    unsafe record.iVersion = 2
    unsafe record.szOsFile = Int32(MemoryLayout<CuttingFile>.size)
    unsafe record.mxPathname = 1024
    unsafe record.zName = copyForEver(vfs.name)
    unsafe record.pAppData = Unmanaged.passRetained(vfs).toOpaque()
    unsafe addPathMethods(to: &record)
    unsafe addSystemMethods(to: &record)
    return unsafe record
}

private func copyForEver(_ text: String) -> UnsafePointer<CChar> {
    let bytes = text.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() { unsafe copy[index] = byte }
    return unsafe UnsafePointer(copy)
}

private func addPathMethods(to record: inout sqlite3_vfs) {
    unsafe record.xOpen = { record, path, file, flags, outFlags in
        unsafe openFile(record, path, file, flags, outFlags)
    }
    unsafe record.xDelete = { record, path, _ in
        if let vfs = unsafe cuttingVFS(record), let path = unsafe path {
            vfs.delete(unsafe String(cString: path))
        }
        return SQLITE_OK
    }
    unsafe record.xAccess = { record, path, _, result in
        guard let vfs = unsafe cuttingVFS(record), let path = unsafe path else { return SQLITE_IOERR }
        unsafe result?.pointee = vfs.exists(unsafe String(cString: path)) ? 1 : 0
        return SQLITE_OK
    }
    unsafe record.xFullPathname = { _, path, capacity, result in
        guard let path = unsafe path, let result = unsafe result else { return SQLITE_CANTOPEN }
        let bytes = unsafe String(cString: path).utf8CString
        guard bytes.count <= capacity else { return SQLITE_CANTOPEN }
        for (index, byte) in bytes.enumerated() { unsafe result[index] = byte }
        return SQLITE_OK
    }
}

/// Randomness and time are the real ones.
private func addSystemMethods(to record: inout sqlite3_vfs) {
    guard let system = unsafe sqlite3_vfs_find(nil) else { return }
    unsafe record.xRandomness = unsafe system.pointee.xRandomness
    unsafe record.xSleep = unsafe system.pointee.xSleep
    unsafe record.xCurrentTime = unsafe system.pointee.xCurrentTime
    unsafe record.xCurrentTimeInt64 = unsafe system.pointee.xCurrentTimeInt64
    unsafe record.xGetLastError = { _, _, _ in 0 }
}

private func openFile(
    _ record: UnsafeMutablePointer<sqlite3_vfs>?, _ path: UnsafePointer<CChar>?,
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32, _ outFlags: UnsafeMutablePointer<Int32>?
) -> Int32 {
    guard let vfs = unsafe cuttingVFS(record), let file = unsafe file else { return SQLITE_CANTOPEN }
    // No methods means: nothing to close.
    unsafe file.pointee.pMethods = nil
    let path = unsafe path.map { unsafe String(cString: $0) }
    guard let opened = vfs.open(path, mayCreate: flags & SQLITE_OPEN_CREATE != 0) else {
        return SQLITE_CANTOPEN
    }
    unsafe setOpenFile(opened, of: file, methods: UnsafePointer(vfs.methods))
    unsafe outFlags?.pointee = flags
    return SQLITE_OK
}

private func cuttingVFS(_ record: UnsafeMutablePointer<sqlite3_vfs>?) -> CuttingVFS? {
    guard let data = unsafe record?.pointee.pAppData else { return nil }
    return unsafe Unmanaged<CuttingVFS>.fromOpaque(data).takeUnretainedValue()
}
