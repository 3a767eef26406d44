import CSQLite

/// The guard's part in the write-ahead log.
extension DatabaseGuard {
    func readLog(_ file: RealFile, into bytes: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32 {
        let code = unsafe file.read(into: bytes, at: offset)
        guard isArmed, code == SQLITE_OK, unsafe !log.isRight(UnsafeRawBufferPointer(bytes), at: offset)
        else {
            return code
        }
        damagedPage = damagedPage ?? 0
        return SQLiteError.wrongData
    }

    /// A header begins the log anew; the witness must know of it before.
    func willWriteLog(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SQLiteError) {
        guard isArmed, offset == 0, bytes.count == LogScan.headerBytes else { return }
        var next = witness
        next.begin(salts: unsafe LogScan.salts(Array(bytes), 16))
        try keep(next)
        log.empty()
    }

    func wroteLog(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        if isArmed { unsafe log.wrote(bytes, at: offset) }
    }

    /// To be called before the log is deleted or emptied, which happens when all of it is in the database.
    func willEmptyLog() throws(SQLiteError) {
        guard isArmed, !witness.isEmptied else { return }
        var next = witness
        next.isEmptied = true
        try keep(next)
        log.empty()
    }

    /// To be called at the end, when all of the log is in the database: another program that still has it open may
    /// delete the log.
    func closing() {
        var next = witness
        next.isEmptied = true
        try? keep(next)
    }

    private func keep(_ next: LogWitness) throws(SQLiteError) {
        try file.write(next, pageSize: pageSize)
        try file.sync()
        witness = next
    }

    /// Not synced: after a power cut the witness may tell of less than there is, never of more.
    func syncedLog() {
        guard isArmed, log.synced() else { return }
        mayKeepRefused = false
        witness.current.frames = log.durable
        witness.isEmptied = false
        try? file.write(witness, pageSize: pageSize)
    }

    /// What could not be synced is whole all the same, and a process that starts after this one was killed would take
    /// it for committed: so its first frame is made unreadable.
    func logSyncFailed(_ file: RealFile) {
        guard isArmed else { return }
        log.giveUp()
        let nothing = [UInt8](repeating: 0, count: LogScan.frameHeaderBytes)
        let written = unsafe nothing.withUnsafeBytes { unsafe file.write($0, at: log.end) }
        mayKeepRefused = written != SQLITE_OK || file.sync() != SQLITE_OK
    }
}
