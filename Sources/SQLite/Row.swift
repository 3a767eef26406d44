import CSQLite

/// The row a query stands on, readable only inside the query's closure.
///
/// Columns are counted from 0. A value of another storage class than the one asked for is an error, never a
/// silent conversion.
package struct Row: ~Copyable {
    private let statement: Statement

    init(_ statement: Statement) { self.statement = statement }

    package var columnCount: Int { unsafe Int(sqlite3_column_count(statement.handle)) }

    package func isNull(_ column: Int) throws(SQLiteError) -> Bool {
        try type(column) == SQLITE_NULL
    }

    package func integer(_ column: Int) throws(SQLiteError) -> Int64 {
        try expect(SQLITE_INTEGER, column)
        return unsafe sqlite3_column_int64(statement.handle, Int32(column))
    }

    /// A floating point number; a whole number is read as one, too.
    package func real(_ column: Int) throws(SQLiteError) -> Double {
        if try type(column) != SQLITE_INTEGER { try expect(SQLITE_FLOAT, column) }
        return unsafe sqlite3_column_double(statement.handle, Int32(column))
    }

    package func text(_ column: Int) throws(SQLiteError) -> String {
        try expect(SQLITE_TEXT, column)
        let start = unsafe sqlite3_column_text(statement.handle, Int32(column))
        let count = unsafe Int(sqlite3_column_bytes(statement.handle, Int32(column)))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    package func blob(_ column: Int) throws(SQLiteError) -> [UInt8] {
        try expect(SQLITE_BLOB, column)
        let start = unsafe sqlite3_column_blob(statement.handle, Int32(column))
        let count = unsafe Int(sqlite3_column_bytes(statement.handle, Int32(column)))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    package func boolean(_ column: Int) throws(SQLiteError) -> Bool { try integer(column) != 0 }

    package func integerOrNil(_ column: Int) throws(SQLiteError) -> Int64? {
        try isNull(column) ? nil : integer(column)
    }

    package func realOrNil(_ column: Int) throws(SQLiteError) -> Double? {
        try isNull(column) ? nil : real(column)
    }

    package func textOrNil(_ column: Int) throws(SQLiteError) -> String? {
        try isNull(column) ? nil : text(column)
    }

    package func blobOrNil(_ column: Int) throws(SQLiteError) -> [UInt8]? {
        try isNull(column) ? nil : blob(column)
    }

    /// Whatever the column holds.
    package func value(_ column: Int) throws(SQLiteError) -> SQLiteValue {
        switch try type(column) {
        case SQLITE_INTEGER: .integer(try integer(column))
        case SQLITE_FLOAT: .real(try real(column))
        case SQLITE_TEXT: .text(try text(column))
        case SQLITE_BLOB: .blob(try blob(column))
        default: .null
        }
    }

    private func type(_ column: Int) throws(SQLiteError) -> Int32 {
        guard (0..<columnCount).contains(column) else {
            throw .misuse("column \(column) of \(columnCount)")
        }
        return unsafe sqlite3_column_type(statement.handle, Int32(column))
    }

    private func expect(_ wanted: Int32, _ column: Int) throws(SQLiteError) {
        guard try type(column) != wanted else { return }
        let name = unsafe sqlite3_column_name(statement.handle, Int32(column)).map {
            unsafe String(cString: $0)
        }
        let found = try value(column).storageClass
        throw SQLiteError(
            code: SQLITE_MISMATCH,
            message: "column \(column) (\(name ?? "")) is \(found), not \(storageClass(wanted))")
    }
}

private func storageClass(_ type: Int32) -> String {
    switch type {
    case SQLITE_INTEGER: "INTEGER"
    case SQLITE_FLOAT: "REAL"
    case SQLITE_TEXT: "TEXT"
    case SQLITE_BLOB: "BLOB"
    default: "NULL"
    }
}
