import CSQLite

/// The file of the layer below, as it lies behind ours in the memory that SQLite gives.
@safe struct RealFile: Equatable {
    let pointer: UnsafeMutablePointer<sqlite3_file>

    static func == (one: RealFile, other: RealFile) -> Bool { unsafe one.pointer == other.pointer }

    private var methods: sqlite3_io_methods { unsafe pointer.pointee.pMethods.pointee }

    /// 0 where it cannot be told.
    var byteCount: Int {
        var count: Int64 = 0
        return unsafe methods.xFileSize(pointer, &count) == SQLITE_OK ? Int(count) : 0
    }

    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32 {
        let code = unsafe methods.xRead(pointer, bytes.baseAddress, Int32(bytes.count), Int64(offset))
        // SQLite takes a disk's EIO for a damaged file, which it need not be.
        return code == SQLiteError.failingFileSystem ? SQLiteError.failedRead : code
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
        unsafe methods.xWrite(pointer, bytes.baseAddress, Int32(bytes.count), Int64(offset))
    }

    func truncate(to byteCount: Int) -> Int32 { unsafe methods.xTruncate(pointer, Int64(byteCount)) }

    func synced() throws(SQLiteError) {
        let code = sync()
        guard code == SQLITE_OK else { throw SQLiteError(code: code, message: "cannot sync the log") }
    }

    func sync(flags: Int32 = SQLITE_SYNC_FULL) -> Int32 { unsafe methods.xSync(pointer, flags) }
}
