import Foundation
import Synchronization
import Testing

@testable import SQLite

/// What another program does to a database that is open.
@Suite struct LockTests {
    private final class Witness: WriteObserver {
        private let told = Mutex<[String]>([])
        var all: [String] { told.withLock { $0 } }
        private func tell(_ what: String) { told.withLock { $0.append(what) } }

        func writeFailed(_ error: SQLiteError) { tell("failed \(error.kind)") }
        func writesRecovered() { tell("recovered") }
        func locked(_ isLocked: Bool) { tell(isLocked ? "locked" : "free") }
        func logIsHeld(bytes: Int?) { tell(bytes == nil ? "log free" : "log held") }
    }

    private let witness = Witness()

    private func withDatabase(
        timeout: Int = 600, _ body: (_ database: Database, _ path: String) throws -> Void
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "lock-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "shop.db").path
        let database = try Database(path: path, busyTimeoutMilliseconds: timeout, observer: witness)
        try database.script("CREATE TABLE t (v)")
        try body(database, path)
    }

    private func insert(into database: Database, bytes: Int = 1) throws {
        try database.transaction { try database.execute("INSERT INTO t VALUES (zeroblob(?))", bytes) }
    }

    @Test func `a lock of another program is told while changes wait, and so is its end`() throws {
        try withDatabase { database, path in
            let other = try Database(path: path)
            try other.script("BEGIN IMMEDIATE")
            #expect(throws: SQLiteError.self) { try insert(into: database) }
            #expect(witness.all == ["locked", "failed busy"])
            database.checkWritability()
            #expect(witness.all.suffix(1) == ["failed busy"])
            try other.script("ROLLBACK")
            database.checkWritability()
            #expect(witness.all.suffix(2) == ["free", "recovered"])
            try insert(into: database)
            #expect(witness.all.suffix(2) == ["free", "recovered"])
        }
    }

    @Test func `a lock is told though nobody changes anything, without waiting`() throws {
        try withDatabase(timeout: 3_600_000) { database, path in
            let other = try Database(path: path)
            try other.script("BEGIN IMMEDIATE")
            database.checkWritability()
            database.checkWritability()
            #expect(witness.all == ["locked"])
            try other.script("ROLLBACK")
            database.checkWritability()
            #expect(witness.all == ["locked", "free"])
        }
    }

    @Test func `a connection that reads waits for nobody who writes, and sees one instant`() throws {
        try withDatabase { database, _ in
            try insert(into: database)
            let reading = try Database(reading: database.place)
            func count() throws -> Int64? {
                try reading.first("SELECT count(*) FROM t") { try $0.integer(0) }
            }
            try database.script("BEGIN IMMEDIATE; INSERT INTO t VALUES (2)")
            #expect(try count() == 1)
            try reading.atOneInstant {
                #expect(try count() == 1)
                try database.script("COMMIT")
                #expect(try count() == 1)
            }
            #expect(try count() == 2)
            #expect(throws: SQLiteError.self) { try reading.execute("INSERT INTO t VALUES (3)") }
        }
    }

    @Test func `a log that a reader held is cut when the reader is gone, and told until then`() throws {
        try withDatabase { database, path in
            func logBytes() throws -> Int {
                try #require(FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int)
            }
            try insert(into: database)
            let other = try Database(path: path)
            try other.script("BEGIN; SELECT count(*) FROM t")
            for _ in 0..<6 { try insert(into: database, bytes: 1 << 20) }
            database.cutLongLog(beyond: 4 << 20)
            #expect(try logBytes() > 4 << 20)
            #expect(witness.all == ["log held"])
            try other.script("COMMIT")
            database.cutLongLog(beyond: 4 << 20)
            #expect(try logBytes() == 0)
            #expect(witness.all == ["log held", "log free"])
        }
    }
}
