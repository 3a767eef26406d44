import FoundationEssentials
import SQLite
import Testing

@Suite struct FolderLockTests {
    @Test func `a second holder is refused with the folder and the process number`() throws {
        let folder = try TemporaryFolder()
        let lock = try FolderLock(folder: folder.path)
        let processID = ProcessInfo.processInfo.processIdentifier
        let error = try #require(throws: FolderLockError.self) { try FolderLock(folder: folder.path) }
        #expect(error == .held(folder: folder.path, processID: processID))
        #expect(error.description.contains("\(folder.path) is in use by process \(processID)"))
        withExtendedLifetime(lock) {}
    }

    @Test func `a released lock can be taken again`() throws {
        let folder = try TemporaryFolder()
        for _ in 0..<3 { _ = try FolderLock(folder: folder.path) }
        let text = try String(contentsOfFile: folder.path + "/lock", encoding: .utf8)
        #expect(text == "\(ProcessInfo.processInfo.processIdentifier)\n")
    }

    @Test func `an absent folder is unusable, with the reason`() throws {
        let error = #expect(throws: FolderLockError.self) { try FolderLock(folder: "/nowhere") }
        #expect(error == .unusable(folder: "/nowhere", reason: "No such file or directory"))
    }
}
