import CSQLite

/// SQLite's file record followed by ours; the real file's follows, as the layer below asks.
@unsafe struct GuardedFile {
    var base: sqlite3_file
    var open: Unmanaged<OpenGuardedFile>?
}

func makeGuardedMethods() -> sqlite3_io_methods {
    var methods = sqlite3_io_methods()
    // Without the third version's memory-mapped reading, which nobody could check.
    methods.iVersion = 2
    addContentMethods(to: &methods)
    addLockMethods(to: &methods)
    addMemoryMethods(to: &methods)
    return methods
}

func realFile(_ file: UnsafeMutablePointer<sqlite3_file>) -> UnsafeMutablePointer<sqlite3_file> {
    unsafe (UnsafeMutableRawPointer(file) + MemoryLayout<GuardedFile>.stride)
        .assumingMemoryBound(to: sqlite3_file.self)
}

func setOpen(
    _ open: OpenGuardedFile, of file: UnsafeMutablePointer<sqlite3_file>,
    methods: UnsafePointer<sqlite3_io_methods>
) {
    let whole = unsafe UnsafeMutableRawPointer(file).assumingMemoryBound(to: GuardedFile.self)
    unsafe whole.pointee.open = Unmanaged.passRetained(open)
    unsafe whole.pointee.base.pMethods = unsafe methods
}

private func with(_ file: UnsafeMutablePointer<sqlite3_file>?, _ body: (OpenGuardedFile) -> Int32) -> Int32 {
    guard let file = unsafe file else { return SQLITE_IOERR }
    let whole = unsafe UnsafeMutableRawPointer(file).assumingMemoryBound(to: GuardedFile.self)
    guard let open = unsafe whole.pointee.open else { return SQLITE_IOERR }
    return unsafe open._withUnsafeGuaranteedRef { body($0) }
}

/// What nobody watches goes to the layer below as it is.
private func pass(
    _ file: UnsafeMutablePointer<sqlite3_file>?,
    _ body: (UnsafeMutablePointer<sqlite3_file>, sqlite3_io_methods) -> Int32
) -> Int32 {
    guard let file = unsafe file else { return SQLITE_IOERR }
    let real = unsafe realFile(file)
    return unsafe body(real, real.pointee.pMethods.pointee)
}

private func addContentMethods(to methods: inout sqlite3_io_methods) {
    unsafe methods.xClose = { file in
        guard let file = unsafe file else { return SQLITE_OK }
        let whole = unsafe UnsafeMutableRawPointer(file).assumingMemoryBound(to: GuardedFile.self)
        unsafe whole.pointee.open?.takeRetainedValue().close()
        unsafe whole.pointee.open = nil
        return unsafe pass(file) { unsafe $1.xClose($0) }
    }
    unsafe methods.xRead = { file, start, count, offset in
        let buffer = unsafe UnsafeMutableRawBufferPointer(start: start, count: Int(count))
        return unsafe with(file) { unsafe $0.read(into: buffer, at: Int(offset)) }
    }
    unsafe methods.xWrite = { file, start, count, offset in
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(count))
        return unsafe with(file) { unsafe $0.write(bytes, at: Int(offset)) }
    }
    unsafe methods.xTruncate = { file, count in unsafe with(file) { $0.truncate(to: Int(count)) } }
    unsafe methods.xSync = { file, flags in unsafe with(file) { $0.sync(flags: flags) } }
    unsafe methods.xFileSize = { file, result in unsafe pass(file) { unsafe $1.xFileSize($0, result) } }
    unsafe methods.xFileControl = { file, operation, argument in
        unsafe pass(file) { unsafe $1.xFileControl($0, operation, argument) }
    }
    unsafe methods.xSectorSize = { file in unsafe pass(file) { unsafe $1.xSectorSize($0) } }
    unsafe methods.xDeviceCharacteristics = { file in
        unsafe pass(file) { unsafe $1.xDeviceCharacteristics($0) }
    }
}

private func addLockMethods(to methods: inout sqlite3_io_methods) {
    unsafe methods.xLock = { file, level in unsafe pass(file) { unsafe $1.xLock($0, level) } }
    unsafe methods.xUnlock = { file, level in unsafe pass(file) { unsafe $1.xUnlock($0, level) } }
    unsafe methods.xCheckReservedLock = { file, result in
        unsafe pass(file) { unsafe $1.xCheckReservedLock($0, result) }
    }
}

private func addMemoryMethods(to methods: inout sqlite3_io_methods) {
    unsafe methods.xShmMap = { file, region, size, mayExtend, result in
        unsafe pass(file) { unsafe $1.xShmMap($0, region, size, mayExtend, result) }
    }
    unsafe methods.xShmLock = { file, first, count, flags in
        unsafe pass(file) { unsafe $1.xShmLock($0, first, count, flags) }
    }
    unsafe methods.xShmBarrier = { file in
        _ = unsafe pass(file) {
            unsafe $1.xShmBarrier($0)
            return SQLITE_OK
        }
    }
    unsafe methods.xShmUnmap = { file, deletes in unsafe pass(file) { unsafe $1.xShmUnmap($0, deletes) } }
}
