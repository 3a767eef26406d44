import FoundationEssentials
import SQLite
import Testing

@Suite struct FolderLockTests {
    private func take(_ folder: String) throws -> FolderLock {
        try FolderLock(folder: folder, database: "shop.db")
    }

    @Test func `a second holder is refused with the folder and the process number`() throws {
        let folder = try TemporaryFolder()
        let lock = try take(folder.path)
        let processID = ProcessInfo.processInfo.processIdentifier
        let error = try #require(throws: FolderLockError.self) { try take(folder.path) }
        #expect(error == .held(folder: folder.path, processID: processID))
        for part in [
            "\(folder.path) is in use by another process", "process \(processID)",
            "one folder is for one process",
        ] {
            #expect(error.description.contains(part))
        }
        withExtendedLifetime(lock) {}
    }

    @Test func `a released lock can be taken again`() throws {
        let folder = try TemporaryFolder()
        for _ in 0..<3 { _ = try take(folder.path) }
        let text = try String(contentsOfFile: folder.path + "/lock", encoding: .utf8)
        #expect(text == "\(ProcessInfo.processInfo.processIdentifier)\n")
    }

    @Test func `the lock holds on the database, whatever is deleted beside it`() throws {
        let folder = try TemporaryFolder()
        let lock = try take(folder.path)
        let database = try Database(path: folder.path + "/shop.db")
        try database.script("CREATE TABLE t (v)")
        for name in ["lock", "shop.db-shm", "shop.db-wal"] {
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
        }
        let error = #expect(throws: FolderLockError.self) { try take(folder.path) }
        #expect(error == .held(folder: folder.path, processID: nil))
        withExtendedLifetime(lock) {}
    }

    @Test func `an absent folder is unusable, with the reason`() throws {
        let error = #expect(throws: FolderLockError.self) { try take("/nowhere") }
        #expect(error == .unusable(folder: "/nowhere", reason: "No such file or directory"))
    }
}
