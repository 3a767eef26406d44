import FileAccess
import Foundation
import Testing

@Suite struct WholeFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "files-\(UUID())")

    private func inFolder(_ body: (String) async throws -> Void) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.path)
    }

    @Test(arguments: [0, 1, 65_536, 300_001])
    func `what was written is read again`(count: Int) async throws {
        try await inFolder { folder in
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            try WholeFile.write(Array(repeating: 7, count: 400_000), to: folder + "/a")
            try WholeFile.write(bytes, to: folder + "/a")
            #expect(try WholeFile.read(folder + "/a") == bytes)
        }
    }

    @Test func `a pipe is read to its end, however it comes`() async throws {
        let pipe = Pipe()
        let writer = pipe.fileHandleForWriting
        let pieces = (0..<50).map { Data(repeating: UInt8($0), count: 4000) }
        async let written: Void = Task.detached {
            for piece in pieces { try writer.write(contentsOf: piece) }
            try writer.close()
        }.value
        let read = try WholeFile.read("/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
        try await written
        #expect(read == pieces.flatMap { $0 })
    }

    @Test func `what cannot be read or written is named with the system's reason`() async throws {
        try await inFolder { folder in
            let reading: [(String, String)] = [
                (folder + "/absent", "No such file"), (folder, "Is a directory"),
            ]
            for (path, reason) in reading {
                let error = #expect(throws: FileError.self) { try WholeFile.read(path) }
                #expect(error?.description.hasPrefix("\(path): \(reason)") == true)
            }
            let writing: [(String, String)] = [
                ("/dev/full", "No space left"), (folder, "Is a directory"),
                (folder + "/absent/a", "No such file"),
            ]
            for (path, reason) in writing {
                let error = #expect(throws: FileError.self) { try WholeFile.write([1], to: path) }
                #expect(error?.description.hasPrefix("\(path): \(reason)") == true)
            }
        }
    }
}
