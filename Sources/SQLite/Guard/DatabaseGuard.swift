import CSQLite
import Threading

/// Watches over the files of one database: what is read must be what was written, whatever the disk or a hand did to it.
///
/// Beside the database stands a guard file with a sum of each of its pages, and a witness of its write-ahead log. A page
/// that is not as it was written is an error (SQLITE_IOERR_DATA) instead of wrong data, be it damaged, lost, put back
/// from a copy or another's. A database without a guard file is taken as it is, until `arm`.
///
/// One connection writes; others may read on threads of their own. SQLite sees to it that none of them reads a page of the
/// database, or a frame of the log, while that one is written.
@safe final class DatabaseGuard: @unchecked Sendable {
    // Unchecked: what connections that read look at stands in `known`; all else belongs to the one that writes.
    struct Known {
        var sums: [UInt64] = []
        var log: LogGuard
        /// A page that was found damaged; 0 is one of the log.
        var damagedPage: Int?
        /// A row that was found to make no sense.
        var unreadable: SQLiteError?
        var pageSize: Int
    }

    let known: Locked<Known>
    /// Whether a transaction that was refused may be found after a restart: it was written whole, and neither its sync
    /// nor its undoing succeeded.
    var mayKeepRefused = false
    /// Why the database was not opened.
    private(set) var refusal: SQLiteError?

    let file: GuardFile
    private var unwritten: Range<Int>?
    var witness: LogWitness
    private var database: RealFile?
    private var logFile: RealFile?
    /// As long as it was when it was opened, or was made since.
    private var databaseBytes = 0

    var pageSize: Int { file.pageSize }
    var isArmed: Bool { pageSize > 0 }
    var damagedPage: Int? { known.withLock { $0.damagedPage } }
    var unreadable: SQLiteError? { known.withLock { $0.unreadable } }

    func noteUnreadable(_ error: SQLiteError) { known.withLock { $0.unreadable = $0.unreadable ?? error } }

    /// What the one that writes has made sure of.
    var extents: FileExtents {
        FileExtents(
            database: databaseBytes, log: known.withLock { $0.log.durable > 0 ? $0.log.end : 0 },
            guardFile: file.byteCount)
    }

    static let fileEnding = "-guard"

    /// - Parameter path: the database's full path.
    /// - Throws: when the log is not what it must be, or the guard file itself is damaged.
    init(_ path: String, on vfs: UnsafeMutablePointer<sqlite3_vfs>) throws(SQLiteError) {
        file = try unsafe GuardFile(VFSFile(path + Self.fileEnding, on: vfs, mayCreate: true))
        witness = file.witness
        var known = Known(log: LogGuard(pageSize: file.pageSize), pageSize: file.pageSize)
        if file.pageSize > 0 {
            known.sums = try file.readSums()
            let scan = try unsafe Self.scan(path + "-wal", on: vfs, pageSize: file.pageSize)
            if let objection = witness.objection(to: scan) { throw objection }
            witness.resume(scan)
            known.log = LogGuard(scan, pageSize: file.pageSize)
        }
        self.known = Locked(known)
    }

    private static func scan(
        _ path: String, on vfs: UnsafeMutablePointer<sqlite3_vfs>, pageSize: Int
    ) throws(SQLiteError) -> LogScan? {
        var exists: Int32 = 0
        let code = unsafe vfs.pointee.xAccess?(vfs, path, SQLITE_ACCESS_EXISTS, &exists)
        guard code == SQLITE_OK, exists != 0 else { return nil }
        return try unsafe LogScan(VFSFile(path, on: vfs, mayCreate: false), pageSize: pageSize)
    }

    /// The connection that writes comes first.
    ///
    /// - Returns: false for a database that must not be empty.
    func attach(_ database: RealFile) -> Bool {
        if self.database == nil {
            self.database = database
            databaseBytes = database.byteCount
        }
        guard isArmed, database.byteCount == 0 else { return true }
        refusal = .damaged("it is empty, and was not")
        return false
    }

    func attach(log: RealFile) { if logFile == nil { logFile = log } }

    func detach(_ file: RealFile) {
        if database == file { database = nil }
        if logFile == file { logFile = nil }
    }
}

// MARK: Pages of the database

extension DatabaseGuard {
    func readDatabase(_ file: RealFile, into bytes: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32 {
        let code = unsafe file.read(into: bytes, at: offset)
        // Less than a page is read of the header alone, before the page itself.
        guard bytes.count >= 512, code == SQLITE_OK || code == SQLiteError.shortRead else { return code }
        let (pageSize, sum) = known.withLock { known in
            let index = known.pageSize > 0 ? offset / known.pageSize : .max
            return (known.pageSize, index < known.sums.count ? known.sums[index] : nil)
        }
        guard pageSize > 0 else { return code }
        let page = offset / pageSize + 1
        if code == SQLITE_OK, bytes.count == pageSize,
            unsafe pageSum(UnsafeRawBufferPointer(bytes), at: page) == sum
        {
            return code
        }
        known.withLock { $0.damagedPage = page }
        return SQLiteError.wrongData
    }

    func wroteDatabase(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        databaseBytes = max(databaseBytes, offset + bytes.count)
        guard isArmed else { return }
        let page = offset / pageSize + 1
        let sum = unsafe bytes.count == pageSize ? pageSum(bytes, at: page) : 0
        known.withLock { known in
            while known.sums.count < page { known.sums.append(0) }
            known.sums[page - 1] = sum
        }
        note(page - 1..<page)
    }

    private func note(_ pages: Range<Int>) {
        guard let known = unwritten else { return unwritten = pages }
        unwritten = min(known.lowerBound, pages.lowerBound)..<max(known.upperBound, pages.upperBound)
    }

    /// To be called before the database is synced: until then the log has all that was written.
    func keepSums() throws(SQLiteError) {
        guard let pages = unwritten else { return }
        try file.write(known.withLock { Array($0.sums[pages]) }, at: pages.lowerBound)
        try file.sync()
        unwritten = nil
    }

    /// To be called before the database loses its end.
    func willTruncateDatabase(to byteCount: Int) throws(SQLiteError) {
        databaseBytes = min(databaseBytes, byteCount)
        let count = pageCount
        guard isArmed, byteCount / pageSize < count else { return }
        let gone = byteCount / pageSize..<count
        try file.write(Array(repeating: 0, count: gone.count), at: gone.lowerBound)
        try file.sync()
        known.withLock { $0.sums.removeLast(gone.count) }
        unwritten = unwritten.map { $0.clamped(to: 0..<gone.lowerBound) }
    }

    var pageCount: Int { known.withLock { $0.sums.count } }

    /// Reads pages as they lie in the database, to see whether they are right.
    func check(_ pages: Range<Int>) {
        guard let database, isArmed else { return }
        let (sums, inLog) = known.withLock { known in
            (Array(known.sums[pages.clamped(to: known.sums.indices)]), known.log.pages)
        }
        var bytes = [UInt8](repeating: 0, count: pageSize)
        for (index, sum) in zip(pages, sums) where sum != 0 && !inLog.contains(index + 1) {
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
        witness = LogWitness()
        known.withLock { known in
            (known.sums, known.log, known.pageSize) = (sums, LogGuard(pageSize: pageSize), pageSize)
        }
    }
}
