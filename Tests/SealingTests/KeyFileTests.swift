import FoundationEssentials
import Sealing
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite struct KeyFileTests {
    /// A folder of its own for one test, removed when released.
    private final class Folder {
        let path = FileManager.default.temporaryDirectory.path + "/cornershop-\(UUID().uuidString)"

        init() throws {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ count: Int, mode: mode_t) throws -> String {
            let file = path + "/key"
            try Data(repeating: 1, count: count).write(to: URL(filePath: file))
            chmod(file, mode)
            return file
        }
    }

    @Test func `an absent key is made for the owner alone, and is the same ever after`() throws {
        let folder = try Folder()
        let path = folder.path + "/key"
        let key = try SealingKey(file: path)
        let token = key.seal([1, 2], context: "quote")
        #expect(try SealingKey(file: path).open(token, context: "quote") == [1, 2])
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(status.st_size == 32)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["key"])
    }

    @Test func `many that make it at once get the same key`() async throws {
        let folder = try Folder()
        let path = folder.path + "/key"
        let keys = try await withThrowingTaskGroup(of: SealingKey.self) { group in
            for _ in 0..<32 { group.addTask { try SealingKey(file: path) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(keys.map { contentHash([1], key: $0) }).count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["key"])
    }

    @Test(arguments: [0, 31, 33, 64]) func `a file of another size is refused and left alone`(count: Int)
        throws
    {
        let folder = try Folder()
        let path = try folder.write(count, mode: 0o600)
        let error = #expect(throws: KeyFileError.self) { try SealingKey(file: path) }
        #expect(error == .wrongSize(path: path, byteCount: count))
        #expect(try Data(contentsOf: URL(filePath: path)).count == count)
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o644, 0o601])
    func `a file that group or others may touch is refused`(mode: Int) throws {
        let folder = try Folder()
        let path = try folder.write(32, mode: mode_t(mode))
        let error = try #require(throws: KeyFileError.self) { try SealingKey(file: path) }
        #expect(error == .openToOthers(path: path, mode: UInt32(mode)))
        #expect(error.description.contains("run chmod 600 \(path)"))
    }

    @Test func `an absent folder is an error with its reason`() {
        let error = #expect(throws: KeyFileError.self) { try SealingKey(file: "/nowhere/key") }
        #expect(error == .unusable(path: "/nowhere/key", reason: "No such file or directory"))
    }
}
