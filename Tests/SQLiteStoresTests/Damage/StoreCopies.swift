import FoundationEssentials
import SQLite
import SQLiteStores
import Testing

/// The files of one store at several moments, from which damaged ones are made.
final class StoreCopies: Sendable {
    /// A database as it lies on the disk.
    struct Files: Sendable {
        var database: [UInt8]
        /// Nil after a clean end.
        var log: [UInt8]?
        var guardFile: [UInt8]
    }

    let kind: AnyStore
    /// After an end in good order.
    let closed: Files
    /// As a killed process leaves them: much is in the log alone.
    let killed: Files
    /// Of a time long before: the database of `killed` has gone on since.
    let older: Files
    /// The log of `killed` with half of its changes.
    let shorterLog: [UInt8]

    init(_ kind: AnyStore) async throws {
        self.kind = kind
        let folder = try TemporaryFolder()
        let path = folder.path + "/store.sqlite"
        try await kind.fill(path, part: 0)
        older = try Files(readingFrom: path)
        try await kind.fill(path, part: 1)
        var halfway: Files?
        var end: Files?
        try await kind.fill(
            path, part: 2, amid: { halfway = try Files(readingFrom: path) },
            end: { end = try Files(readingFrom: path) })
        killed = try #require(end)
        closed = try Files(readingFrom: path)
        shorterLog = try #require(halfway?.log)
    }
}

extension StoreCopies.Files {
    init(readingFrom path: String) throws {
        func bytes(_ ending: String) -> [UInt8]? {
            FileManager.default.contents(atPath: path + ending).map { [UInt8]($0) }
        }
        database = try #require(bytes(""))
        log = bytes("-wal")
        guardFile = try #require(bytes("-guard"))
    }

    func write(to path: String) throws {
        for (ending, bytes) in [("", database), ("-wal", log), ("-guard", guardFile)] {
            guard let bytes else { continue }
            #expect(FileManager.default.createFile(atPath: path + ending, contents: Data(bytes)))
        }
    }
}
