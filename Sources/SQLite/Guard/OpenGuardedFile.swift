import CSQLite

/// Which file of a database a handle is of.
final class OpenGuardedFile {
    enum Role {
        case database, log, other
    }

    let role: Role
    let guardian: DatabaseGuard
    let real: RealFile

    init(_ role: Role, _ guardian: DatabaseGuard, _ real: RealFile) {
        (self.role, self.guardian, self.real) = (role, guardian, real)
    }

    func close() { guardian.detach(real) }

    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32 {
        switch role {
        case .database: unsafe guardian.readDatabase(real, into: bytes, at: offset)
        case .log: unsafe guardian.readLog(real, into: bytes, at: offset)
        case .other: unsafe real.read(into: bytes, at: offset)
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
        after({ () throws(SQLiteError) in
            if role == .log { unsafe try guardian.willWriteLog(bytes, at: offset) }
        }) {
            let code = unsafe real.write(bytes, at: offset)
            guard code == SQLITE_OK else { return code }
            if role == .log { unsafe guardian.wroteLog(bytes, at: offset) }
            if role == .database { unsafe guardian.wroteDatabase(bytes, at: offset) }
            return code
        }
    }

    func truncate(to byteCount: Int) -> Int32 {
        after({ () throws(SQLiteError) in
            if role == .log, byteCount == 0 { try guardian.willEmptyLog() }
            if role == .database { try guardian.willTruncateDatabase(to: byteCount) }
        }) { real.truncate(to: byteCount) }
    }

    func sync(flags: Int32) -> Int32 {
        after({ () throws(SQLiteError) in
            if role == .database { try guardian.keepSums() }
        }) {
            let code = real.sync(flags: flags)
            guard role == .log else { return code }
            if code == SQLITE_OK { guardian.syncedLog() } else { guardian.logSyncFailed(real) }
            return code
        }
    }

    /// Does `body` when the guard file could be written.
    private func after(_ prepare: () throws(SQLiteError) -> Void, _ body: () -> Int32) -> Int32 {
        do throws(SQLiteError) { try prepare() } catch { return error.code }
        return body()
    }
}
