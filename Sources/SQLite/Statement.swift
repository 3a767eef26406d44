import CSQLite

/// One compiled statement, finalised when released.
@safe final class Statement {
    // Never nil while the object lives; owned by the one `Database` that made it.
    let handle: OpaquePointer
    private let connection: OpaquePointer
    /// The moment of the last use, counted by the cache.
    var lastUse = 0
    var isInUse = false
    /// Whether the cache has it.
    var isKept = false

    init(_ sql: String, connection: OpaquePointer) throws(SQLiteError) {
        unsafe self.connection = unsafe connection
        let (prepared, hasMore) = try unsafe Statement.prepare(sql, connection)
        guard let prepared = unsafe prepared else { throw .misuse("no statement in: \(sql)") }
        unsafe handle = unsafe prepared
        if hasMore { throw .misuse("more than one statement (use `script`) in: \(sql)") }
    }

    deinit { unsafe sqlite3_finalize(handle) }

    private static func prepare(
        _ sql: String, _ connection: OpaquePointer
    ) throws(SQLiteError) -> (OpaquePointer?, hasMore: Bool) {
        var prepared: OpaquePointer?
        var hasMore = false
        var sql = sql
        let code = sql.withUTF8 { text in
            unsafe text.withMemoryRebound(to: CChar.self) { text in
                var tail: UnsafePointer<CChar>?
                let code = unsafe sqlite3_prepare_v3(
                    connection, text.baseAddress, Int32(text.count), UInt32(SQLITE_PREPARE_PERSISTENT),
                    &prepared, &tail)
                if let start = text.baseAddress, let tail = unsafe tail {
                    hasMore = unsafe text[(tail - start)...].contains { !isBlank($0) }
                }
                return code
            }
        }
        guard code == SQLITE_OK else { throw unsafe lastError(of: connection, code: code) }
        return unsafe (prepared, hasMore)
    }

    private static func isBlank(_ character: CChar) -> Bool {
        character == 0x20 || (0x09...0x0d).contains(character) || character == 0x3b
    }

    /// Puts `values` in place of the `?`, in order.
    func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
        let wanted = unsafe Int(sqlite3_bind_parameter_count(handle))
        guard wanted == values.count else {
            throw .misuse("\(values.count) values for \(wanted) parameters")
        }
        for index in values.indices {
            let code = bind(values[index], at: Int32(index + 1))
            guard code == SQLITE_OK else { throw unsafe lastError(of: connection, code: code) }
        }
    }

    private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
        switch value {
        case .null: unsafe sqlite3_bind_null(handle, index)
        case .integer(let value): unsafe sqlite3_bind_int64(handle, index, value)
        case .real(let value): unsafe sqlite3_bind_double(handle, index, value)
        case .text(let value): bind(value, at: index)
        case .blob(let value): bind(value, at: index)
        }
    }

    private func bind(_ value: String, at index: Int32) -> Int32 {
        var value = value
        return value.withUTF8 { text in
            // A nil address would bind NULL, and an empty string may have one.
            guard let start = text.baseAddress else {
                return unsafe sqlite3_bind_text(handle, index, "", 0, copiesAtOnce)
            }
            return unsafe start.withMemoryRebound(to: CChar.self, capacity: text.count) { start in
                unsafe sqlite3_bind_text64(
                    handle, index, start, UInt64(text.count), copiesAtOnce, UInt8(SQLITE_UTF8))
            }
        }
    }

    private func bind(_ value: [UInt8], at index: Int32) -> Int32 {
        guard !value.isEmpty else { return unsafe sqlite3_bind_zeroblob(handle, index, 0) }
        return unsafe value.withUnsafeBytes { bytes in
            unsafe sqlite3_bind_blob64(handle, index, bytes.baseAddress, UInt64(bytes.count), copiesAtOnce)
        }
    }

    /// Goes to the next row; false when there is none.
    func step() throws(SQLiteError) -> Bool {
        let code = unsafe sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw unsafe lastError(of: connection, code: code)
        }
    }

    /// Makes the statement ready for the next use and lets go of the values bound.
    func reset() {
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
    }
}

/// SQLITE_TRANSIENT: SQLite makes its own copy before the call returns.
private var copiesAtOnce: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
