import CSQLite
import Threading

/// The guard's part in the write-ahead log.
extension DatabaseGuard {
    func readLog(_ file: RealFile, into bytes: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32 {
        let code = unsafe file.read(into: bytes, at: offset)
        guard code == SQLITE_OK else { return code }
        let frame = known.withLock { known in
            known.pageSize > 0 ? known.log.frame(at: offset, byteCount: bytes.count) : nil
        }
        guard let frame, unsafe pageSum(UnsafeRawBufferPointer(bytes), at: frame.page) != frame.sum else {
            return code
        }
        known.withLock { $0.damagedPage = $0.damagedPage ?? 0 }
        return SQLiteError.wrongData
    }

    /// A header begins the log anew; the witness must know of it before.
    func willWriteLog(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SQLiteError) {
        guard isArmed, offset == 0, bytes.count == LogScan.headerBytes else { return }
        var next = witness
        next.begin(salts: unsafe LogScan.salts(Array(bytes), 16))
        try keep(next)
        known.withLock { $0.log.empty() }
    }

    func wroteLog(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        if isArmed { known.withLock { unsafe $0.log.wrote(bytes, at: offset) } }
    }

    /// To be called before the log is deleted or emptied, which happens when all of it is in the database.
    func willEmptyLog() throws(SQLiteError) {
        guard isArmed, !witness.isEmptied else { return }
        var next = witness
        next.isEmptied = true
        try keep(next)
        known.withLock { $0.log.empty() }
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
        guard isArmed, let durable = known.withLock({ $0.log.synced() ? $0.log.durable : nil }) else {
            return
        }
        mayKeepRefused = false
        witness.current.frames = durable
        witness.isEmptied = false
        try? file.write(witness, pageSize: pageSize)
    }

    /// What could not be synced is whole all the same, and a process that starts after this one was killed would take
    /// it for committed: so its first frame is made unreadable.
    func logSyncFailed(_ file: RealFile) {
        guard isArmed else { return }
        let end = known.withLock { known in
            known.log.giveUp()
            return known.log.end
        }
        let nothing = [UInt8](repeating: 0, count: LogScan.frameHeaderBytes)
        let written = unsafe nothing.withUnsafeBytes { unsafe file.write($0, at: end) }
        mayKeepRefused = written != SQLITE_OK || file.sync() != SQLITE_OK
    }
}
