import CSQLite

/// SQLite's file record followed by ours, as it asks of an extending file system: `base` is at offset 0.
@unsafe struct CuttingFile {
    var base: sqlite3_file
    var open: Unmanaged<OpenFile>?
}

func setOpenFile(
    _ open: OpenFile, of file: UnsafeMutablePointer<sqlite3_file>, methods: UnsafePointer<sqlite3_io_methods>
) {
    let whole = unsafe UnsafeMutableRawPointer(file).assumingMemoryBound(to: CuttingFile.self)
    unsafe whole.pointee.open = Unmanaged.passRetained(open)
    unsafe whole.pointee.base.pMethods = unsafe methods
}

private func closeFile(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
    guard let file = unsafe file else { return SQLITE_OK }
    let whole = unsafe UnsafeMutableRawPointer(file).assumingMemoryBound(to: CuttingFile.self)
    unsafe whole.pointee.open?.takeRetainedValue().close()
    unsafe whole.pointee.open = nil
    return SQLITE_OK
}

private func with(_ file: UnsafeMutablePointer<sqlite3_file>?, _ body: (OpenFile) -> Int32) -> Int32 {
    guard let file = unsafe file else { return SQLITE_IOERR }
    let whole = unsafe UnsafeMutableRawPointer(file).assumingMemoryBound(to: CuttingFile.self)
    guard let open = unsafe whole.pointee.open else { return SQLITE_IOERR }
    return body(unsafe open.takeUnretainedValue())
}

func makeFileMethods() -> sqlite3_io_methods {
    var methods = sqlite3_io_methods()
    methods.iVersion = 2
    addContentMethods(to: &methods)
    addLockMethods(to: &methods)
    addMemoryMethods(to: &methods)
    return methods
}

private func addContentMethods(to methods: inout sqlite3_io_methods) {
    unsafe methods.xClose = { file in unsafe closeFile(file) }
    unsafe methods.xRead = { file, start, count, offset in
        let buffer = unsafe UnsafeMutableRawBufferPointer(start: start, count: Int(count))
        return unsafe with(file) { unsafe $0.read(into: buffer, at: Int(offset)) }
    }
    unsafe methods.xWrite = { file, start, count, offset in
        let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: Int(count)))
        return unsafe with(file) { $0.write(bytes, at: Int(offset)) }
    }
    unsafe methods.xTruncate = { file, count in unsafe with(file) { $0.truncate(to: Int(count)) } }
    unsafe methods.xSync = { file, _ in unsafe with(file) { $0.sync() } }
    unsafe methods.xFileSize = { file, result in
        guard let result = unsafe result else { return SQLITE_IOERR }
        return unsafe with(file) { unsafe $0.byteCount(&result.pointee) }
    }
    unsafe methods.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
    unsafe methods.xSectorSize = { _ in 4096 }
    unsafe methods.xDeviceCharacteristics = { _ in SQLITE_IOCAP_POWERSAFE_OVERWRITE }
}

private func addLockMethods(to methods: inout sqlite3_io_methods) {
    unsafe methods.xLock = { file, level in unsafe with(file) { $0.lock(to: level) } }
    unsafe methods.xUnlock = { file, level in unsafe with(file) { $0.unlock(to: level) } }
    unsafe methods.xCheckReservedLock = { file, result in
        guard let result = unsafe result else { return SQLITE_IOERR }
        return unsafe with(file) { unsafe $0.checkReserved(&result.pointee) }
    }
}

private func addMemoryMethods(to methods: inout sqlite3_io_methods) {
    unsafe methods.xShmMap = { file, region, byteCount, mayExtend, result in
        guard let result = unsafe result else { return SQLITE_IOERR }
        return unsafe with(file) {
            unsafe $0.mapMemory(
                region: Int(region), byteCount: Int(byteCount), mayExtend: mayExtend != 0, &result.pointee)
        }
    }
    unsafe methods.xShmLock = { file, first, count, flags in
        unsafe with(file) { $0.lockMemory(slots: first..<(first + count), flags: flags) }
    }
    unsafe methods.xShmBarrier = { file in
        _ = unsafe with(file) {
            $0.memoryBarrier()
            return SQLITE_OK
        }
    }
    unsafe methods.xShmUnmap = { file, deletes in unsafe with(file) { $0.unmapMemory(deletes: deletes != 0) }
    }
}
