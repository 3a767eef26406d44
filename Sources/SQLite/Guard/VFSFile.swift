import CSQLite

/// A file of a file system layer of SQLite, read and written beside SQLite; closed when released.
@safe final class VFSFile {
    private let file: UnsafeMutablePointer<sqlite3_file>
    /// The layer keeps the pointer to the name.
    private let name: UnsafeMutablePointer<CChar>

    /// - Parameters:
    ///   - path: as the layer's own full path.
    ///   - mayCreate: else an absent file is an error.
    init(
        _ path: String, on vfs: UnsafeMutablePointer<sqlite3_vfs>, mayCreate: Bool
    ) throws(SQLiteError) {
        let size = unsafe Int(vfs.pointee.szOsFile)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        unsafe file = unsafe memory.assumingMemoryBound(to: sqlite3_file.self)
        let bytes = path.utf8CString
        // Two more zeros end the list of parameters that may follow a name.
        unsafe name = .allocate(capacity: bytes.count + 2)
        unsafe name.initialize(repeating: 0, count: bytes.count + 2)
        for (index, byte) in bytes.enumerated() { unsafe name[index] = byte }
        // A super-journal is a file of SQLite's that it neither locks nor looks for a database beside.
        let flags =
            SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_READWRITE | (mayCreate ? SQLITE_OPEN_CREATE : 0)
        let code = unsafe vfs.pointee.xOpen?(vfs, name, file, flags, nil) ?? SQLITE_CANTOPEN
        guard code == SQLITE_OK else { throw SQLiteError(code: code, message: "cannot open \(path)") }
    }

    deinit {
        if unsafe file.pointee.pMethods != nil { _ = unsafe file.pointee.pMethods.pointee.xClose(file) }
        unsafe UnsafeMutableRawPointer(file).deallocate()
        unsafe name.deallocate()
    }

    func byteCount() throws(SQLiteError) -> Int {
        var count: Int64 = 0
        try check(unsafe file.pointee.pMethods.pointee.xFileSize(file, &count))
        return Int(count)
    }

    /// Bytes beyond the end are zeros.
    func read(_ count: Int, at offset: Int) throws(SQLiteError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let code = unsafe bytes.withUnsafeMutableBytes { bytes in
            unsafe file.pointee.pMethods.pointee.xRead(
                file, bytes.baseAddress, Int32(bytes.count), Int64(offset))
        }
        if code != SQLiteError.shortRead { try check(code) }
        return bytes
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SQLiteError) {
        try check(
            unsafe file.pointee.pMethods.pointee.xWrite(
                file, bytes.baseAddress, Int32(bytes.count), Int64(offset)))
    }

    func sync() throws(SQLiteError) {
        try check(unsafe file.pointee.pMethods.pointee.xSync(file, SQLITE_SYNC_FULL))
    }

    private func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else {
            throw SQLiteError(code: code, message: unsafe String(cString: sqlite3_errstr(code)))
        }
    }
}
