import CSQLite

/// Watches over the files of one database: what is read must be what was written, whatever the disk or a hand did to it.
///
/// Beside the database stands a guard file with a sum of each of its pages, and a witness of its write-ahead log. A page
/// that is not as it was written is an error (SQLITE_IOERR_DATA) instead of wrong data, be it damaged, lost, put back
/// from a copy or another's. A database without a guard file is taken as it is, until `arm`. One connection uses it.
@safe final class DatabaseGuard {
    /// A page that was found damaged.
    var damagedPage: Int?
    /// Whether a transaction that was refused may be found after a restart: it was written whole, and neither its sync
    /// nor its undoing succeeded.
    var mayKeepRefused = false
    /// Why the database was not opened.
    private(set) var refusal: SQLiteError?

    let file: GuardFile
    private var sums: [UInt64] = []
    private var unwritten: Range<Int>?
    var log: LogGuard
    var witness: LogWitness
    private var database: RealFile?
    private var logFile: RealFile?

    var pageSize: Int { file.pageSize }
    var isArmed: Bool { pageSize > 0 }

    static let fileEnding = "-guard"

    /// - Parameter path: the database's full path.
    /// - Throws: when the log is not what it must be, or the guard file itself is damaged.
    init(_ path: String, on vfs: UnsafeMutablePointer<sqlite3_vfs>) throws(SQLiteError) {
        file = try unsafe GuardFile(VFSFile(path + Self.fileEnding, on: vfs, mayCreate: true))
        witness = file.witness
        log = LogGuard(pageSize: file.pageSize)
        guard file.pageSize > 0 else { return }
        sums = try file.readSums()
        let scan = try unsafe Self.scan(path + "-wal", on: vfs, pageSize: file.pageSize)
        if let objection = witness.objection(to: scan) { throw objection }
        witness.resume(scan)
        log = LogGuard(scan, pageSize: file.pageSize)
    }

    private static func scan(
        _ path: String, on vfs: UnsafeMutablePointer<sqlite3_vfs>, pageSize: Int
    ) throws(SQLiteError) -> LogScan? {
        var exists: Int32 = 0
        let code = unsafe vfs.pointee.xAccess?(vfs, path, SQLITE_ACCESS_EXISTS, &exists)
        guard code == SQLITE_OK, exists != 0 else { return nil }
        return try unsafe LogScan(VFSFile(path, on: vfs, mayCreate: false), pageSize: pageSize)
    }

    /// - Returns: false for a database that must not be empty.
    func attach(_ database: RealFile) -> Bool {
        self.database = database
        guard isArmed, database.byteCount == 0 else { return true }
        refusal = .damaged("it is empty, and was not")
        return false
    }

    func attach(log: RealFile?) { logFile = log }

    func detach() { database = nil }
}

// MARK: Pages of the database

extension DatabaseGuard {
    func readDatabase(_ file: RealFile, into bytes: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32 {
        let code = unsafe file.read(into: bytes, at: offset)
        // Less than a page is read of the header alone, before the page itself.
        guard isArmed, bytes.count >= 512, code == SQLITE_OK || code == SQLiteError.shortRead else {
            return code
        }
        let page = offset / pageSize + 1
        if code == SQLITE_OK, unsafe isRight(UnsafeRawBufferPointer(bytes), page) { return code }
        damagedPage = page
        return SQLiteError.wrongData
    }

    private func isRight(_ bytes: UnsafeRawBufferPointer, _ page: Int) -> Bool {
        guard bytes.count == pageSize, page <= sums.count else { return false }
        return unsafe pageSum(bytes, at: page) == sums[page - 1]
    }

    func wroteDatabase(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        guard isArmed else { return }
        let page = offset / pageSize + 1
        while sums.count < page { sums.append(0) }
        sums[page - 1] = unsafe bytes.count == pageSize ? pageSum(bytes, at: page) : 0
        note(page - 1..<page)
    }

    private func note(_ pages: Range<Int>) {
        guard let known = unwritten else { return unwritten = pages }
        unwritten = min(known.lowerBound, pages.lowerBound)..<max(known.upperBound, pages.upperBound)
    }

    /// To be called before the database is synced: until then the log has all that was written.
    func keepSums() throws(SQLiteError) {
        guard let pages = unwritten else { return }
        try file.write(sums, pages)
        try file.sync()
        unwritten = nil
    }

    /// To be called before the database loses its end.
    func willTruncateDatabase(to byteCount: Int) throws(SQLiteError) {
        guard isArmed, byteCount / pageSize < sums.count else { return }
        let gone = byteCount / pageSize..<sums.count
        for index in gone { sums[index] = 0 }
        try file.write(sums, gone)
        try file.sync()
        sums.removeLast(gone.count)
        unwritten = unwritten.map { $0.clamped(to: 0..<gone.lowerBound) }
    }

    var pageCount: Int { sums.count }

    /// Reads pages as they lie in the database, to see whether they are right.
    func check(_ pages: Range<Int>) {
        guard let database, isArmed else { return }
        let inLog = log.pages
        var bytes = [UInt8](repeating: 0, count: pageSize)
        for index in pages where index < sums.count && sums[index] != 0 && !inLog.contains(index + 1) {
            _ = unsafe bytes.withUnsafeMutableBytes {
                unsafe readDatabase(database, into: $0, at: index * pageSize)
            }
        }
    }

    /// Takes the database as it lies there for right from now on; its log must be empty.
    func arm(pageSize: Int) throws(SQLiteError) {
        guard let database else { return }
        var sums: [UInt64] = []
        var bytes = [UInt8](repeating: 0, count: pageSize)
        for index in 0..<database.byteCount / pageSize {
            let code = unsafe bytes.withUnsafeMutableBytes {
                unsafe database.read(into: $0, at: index * pageSize)
            }
            guard code == SQLITE_OK else {
                throw SQLiteError(code: code, message: "cannot read the database")
            }
            sums.append(unsafe bytes.withUnsafeBytes { unsafe pageSum($0, at: index + 1) })
        }
        // Or else the log might be as it was before it was emptied, after a power cut.
        if let logFile { try logFile.synced() }
        try file.arm(sums, pageSize: pageSize)
        (self.sums, witness, log) = (sums, LogWitness(), LogGuard(pageSize: pageSize))
    }
}
