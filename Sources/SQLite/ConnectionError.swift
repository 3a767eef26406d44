import CSQLite

/// The error that the last call on `connection` left there.
func lastError(of connection: OpaquePointer?, code: Int32) -> SQLiteError {
    guard let connection = unsafe connection, let text = unsafe sqlite3_errmsg(connection) else {
        return SQLiteError(code: code, message: unsafe String(cString: sqlite3_errstr(code)))
    }
    let extended = unsafe sqlite3_extended_errcode(connection)
    // The connection's code belongs to this failure only when the primary parts agree.
    let isSame = extended & 0xff == code & 0xff
    return SQLiteError(code: isSame ? extended : code, message: unsafe String(cString: text))
}

/// As `lastError`, naming the file.
func failure(_ path: String, of connection: OpaquePointer?, code: Int32) -> SQLiteError {
    let error = unsafe lastError(of: connection, code: code)
    return SQLiteError(code: error.code, message: "\(path): \(error.message)")
}
