import Foundation
import SQLite
import Synchronization
import Testing

/// What a database told, in order: the kinds of its failures, and nil for a recovery.
private final class Witness: WriteObserver {
    private let told = Mutex<[SQLiteError.Kind?]>([])

    var all: [SQLiteError.Kind?] { told.withLock { $0 } }

    func writeFailed(_ error: SQLiteError) { told.withLock { $0.append(error.kind) } }
    func writesRecovered() { told.withLock { $0.append(nil) } }
}

@Suite struct WritabilityTests {
    private let witness = Witness()

    private func insert(into database: Database, _ value: Int = 1) throws {
        try database.transaction { try database.execute("INSERT INTO t VALUES (?)", value) }
    }

    private func failure(of body: () throws -> Void) -> SQLiteError.Kind? {
        do { try body() } catch { return (error as? SQLiteError)?.kind }
        return nil
    }

    // MARK: A disk that fails

    @Test(arguments: [(CuttingVFS.WriteFailure.full, SQLiteError.Kind.full), (.ioError, .ioError)])
    func `a failing disk is told, and when it is well again`(
        failing: CuttingVFS.WriteFailure, kind: SQLiteError.Kind
    ) throws {
        let vfs = CuttingVFS()
        let database = try Database(path: "/shop.db", vfs: vfs.name, observer: witness)
        try database.script("CREATE TABLE t (v)")
        try insert(into: database)
        database.checkWritability()
        #expect(witness.all == [])
        vfs.failWrites(failing)
        database.checkWritability()
        #expect(witness.all == [], "nobody writes only to see")
        #expect(failure { try insert(into: database) } == kind)
        database.checkWritability()
        #expect(witness.all == [kind, kind])
        vfs.failWrites(nil)
        let syncs = vfs.syncCount
        database.checkWritability()
        #expect(vfs.syncCount > syncs)
        #expect(witness.all == [kind, kind, nil])
        database.checkWritability()
        #expect(witness.all.count == 3)
        #expect(try database.schemaVersion() == 0)
    }

    @Test func `a change that is refused by itself is none of the disk's failures`() throws {
        let database = try Database(path: ":memory:", observer: witness)
        try database.script("CREATE TABLE t (v CHECK (v > 0))")
        #expect(failure { try insert(into: database, -1) } == .constraint)
        #expect(failure { try database.transaction { throw CancellationError() } } == nil)
        #expect(witness.all == [])
    }

    @Test func `a change inside another is told once`() throws {
        let vfs = CuttingVFS()
        let database = try Database(path: "/shop.db", vfs: vfs.name, observer: witness)
        try database.script("CREATE TABLE t (v)")
        vfs.failWrites(.full)
        #expect(failure { try database.transaction { try insert(into: database) } } == .full)
        #expect(witness.all == [.full])
    }

    static let kinds: [(Int32, SQLiteError.Kind)] = [
        (13, .full), (10, .ioError), (10 | 3 << 8, .ioError), (14, .ioError), (8, .readOnly),
        (8 | 4 << 8, .readOnly), (3, .readOnly), (11, .corrupt), (26, .corrupt), (5, .busy),
        (19, .constraint),
        (21, .other),
    ]

    @Test(arguments: kinds)
    func `the kinds of failures`(code: Int32, kind: SQLiteError.Kind) {
        #expect(SQLiteError(code: code, message: "").kind == kind)
    }

    // MARK: Files that go away

    /// What can happen to the files of a database that is open.
    enum Loss: CaseIterable, Sendable {
        case folderDeleted, folderMoved, fileDeleted, fileMoved, fileReplaced, logDeleted, indexDeleted

        func happen(to folder: String) throws {
            let files = FileManager.default
            let path = folder + "/shop.db"
            switch self {
            case .folderDeleted: try files.removeItem(atPath: folder)
            case .folderMoved: try files.moveItem(atPath: folder, toPath: folder + ".away")
            case .fileDeleted: try files.removeItem(atPath: path)
            case .fileMoved: try files.moveItem(atPath: path, toPath: path + ".away")
            case .fileReplaced:
                try files.copyItem(atPath: path, toPath: path + ".copy")
                try files.removeItem(atPath: path)
                try files.moveItem(atPath: path + ".copy", toPath: path)
            case .logDeleted: try files.removeItem(atPath: path + "-wal")
            case .indexDeleted: try files.removeItem(atPath: path + "-shm")
            }
        }
    }

    @Test(arguments: Loss.allCases)
    func `no change is kept in a file that is not in its place any more`(loss: Loss) throws {
        let folder = try TemporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder.path + ".away") }
        let database = try Database(path: folder.path + "/shop.db", observer: witness)
        try database.script("CREATE TABLE t (v)")
        try insert(into: database)
        try loss.happen(to: folder.path)
        #expect(failure { try insert(into: database) } == .readOnly)
        #expect(witness.all == [.readOnly])
        database.checkWritability()
        #expect(witness.all == [.readOnly, .readOnly])
        #expect(try database.first("SELECT count(*) FROM t") { try $0.integer(0) } == 1)
    }

    @Test(arguments: Loss.allCases)
    func `a loss shows without a change, too`(loss: Loss) throws {
        let folder = try TemporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder.path + ".away") }
        let database = try Database(path: folder.path + "/shop.db", observer: witness)
        try database.transaction { try database.script("CREATE TABLE t (v)") }
        try loss.happen(to: folder.path)
        database.checkWritability()
        #expect(witness.all == [.readOnly])
    }

    @Test func `a folder that comes back is written again`() throws {
        let folder = try TemporaryFolder()
        let database = try Database(path: folder.path + "/shop.db", observer: witness)
        try database.script("CREATE TABLE t (v)")
        try insert(into: database)
        try Loss.folderMoved.happen(to: folder.path)
        #expect(failure { try insert(into: database) } == .readOnly)
        try FileManager.default.moveItem(atPath: folder.path + ".away", toPath: folder.path)
        database.checkWritability()
        #expect(witness.all == [.readOnly, nil])
        try insert(into: database)
        let reopened = try Database(path: folder.path + "/shop.db")
        #expect(try reopened.first("SELECT count(*) FROM t") { try $0.integer(0) } == 2)
    }

    @Test func `checkpoints and other connections move nothing`() throws {
        let folder = try TemporaryFolder()
        let database = try Database(path: folder.path + "/shop.db", observer: witness)
        try database.script("CREATE TABLE t (v)")
        for value in 1...3 {
            try insert(into: database, value)
            try database.script("PRAGMA wal_checkpoint(TRUNCATE)")
            let other = try Database(path: folder.path + "/shop.db")
            try insert(into: other, value)
        }
        try database.script("VACUUM")
        try insert(into: database)
        database.checkWritability()
        #expect(witness.all == [])
    }
}
