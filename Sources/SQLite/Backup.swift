import CSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

extension Database {
    /// Writes a copy of the database, as of now, to the new file `path` while others go on using it.
    ///
    /// The file appears under its name only when complete and synced. An existing file is refused.
    package func backup(to path: String) throws(SQLiteError) {
        let partial = path + ".partial"
        guard unsafe access(path, F_OK) != 0 else {
            throw SQLiteError(code: SQLITE_CANTOPEN, message: "\(path) exists already")
        }
        unsafe unlink(partial)
        defer { unsafe unlink(partial) }
        try copyPages(to: partial)
        try syncFile(partial)
        // link, not rename: a file that came up meanwhile is not overwritten.
        guard unsafe link(partial, path) == 0 else { throw systemError(path) }
        try syncFile(folder(of: path))
    }

    private func copyPages(to path: String) throws(SQLiteError) {
        var target: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXRESCODE
        let opened = unsafe sqlite3_open_v2(path, &target, flags, nil)
        defer { unsafe sqlite3_close_v2(target) }
        guard opened == SQLITE_OK else { throw unsafe failure(path, of: target, code: opened) }
        guard let copy = unsafe sqlite3_backup_init(target, "main", connection, "main") else {
            throw unsafe failure(path, of: target, code: sqlite3_errcode(target))
        }
        let stepped = unsafe sqlite3_backup_step(copy, -1)
        let finished = unsafe sqlite3_backup_finish(copy)
        guard stepped == SQLITE_DONE, finished == SQLITE_OK else {
            throw unsafe failure(path, of: target, code: finished == SQLITE_OK ? stepped : finished)
        }
    }
}

private func syncFile(_ path: String) throws(SQLiteError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw systemError(path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw systemError(path) }
}

private func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

private func systemError(_ path: String) -> SQLiteError {
    let number = errno
    let code = number == ENOSPC ? SQLITE_FULL : SQLITE_IOERR
    return SQLiteError(code: code, message: "\(path): \(unsafe String(cString: strerror(number)))")
}
