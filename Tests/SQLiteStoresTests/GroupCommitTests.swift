import SQLite
import Testing
import WireProtocol

@testable import SQLiteStores

private struct Refusal: Error {}

/// What became of each change of a group, in the order of the answers.
private final class Answers {
    var kept: [Int] = []
    var refused: [Int] = []
    var runs: [Int] = []
}

@Suite struct GroupCommitTests {
    private let vfs = CuttingVFS()
    private let answers = Answers()

    private func open() throws -> Database {
        let database = try Database(path: "/group.sqlite", vfs: vfs.name)
        try database.execute("CREATE TABLE IF NOT EXISTS kept (number INTEGER)")
        return database
    }

    private func change(
        _ number: Int, in database: Database, then: @escaping () throws -> Void = {}
    ) -> GroupCommit.Waiting {
        GroupCommit.Waiting { [answers] in
            answers.runs.append(number)
            try database.execute("INSERT INTO kept VALUES (?)", number)
            try then()
            return { answers.kept.append(number) }
        } refuse: { [answers] _ in
            answers.refused.append(number)
        }
    }

    private func stored(_ database: Database) throws -> [Int64] {
        try database.query("SELECT number FROM kept ORDER BY number") { try $0.integer(0) }
    }

    @Test func `changes that wait together share one sync, and are answered after it`() throws {
        let database = try open()
        var (group, single) = (GroupCommit(), GroupCommit())
        single.append(change(0, in: database))
        let beforeSingle = vfs.syncCount
        single.commit(in: database)
        let syncsOfOne = vfs.syncCount - beforeSingle
        for number in 1...20 {
            group.append(
                change(number, in: database) { [vfs, answers] in
                    #expect(answers.kept == [0], "nobody is answered before the sync")
                    _ = vfs
                })
        }
        let before = vfs.syncCount
        group.commit(in: database)
        #expect(vfs.syncCount - before == syncsOfOne)
        #expect(answers.kept == Array(0...20))
        vfs.cut()
        #expect(try stored(open()) == Array(0...20))
    }

    @Test func `a change that is refused leaves its neighbours alone, and no trace`() throws {
        let database = try open()
        var group = GroupCommit()
        for number in 1...5 {
            group.append(change(number, in: database) { if number == 3 { throw Refusal() } })
        }
        group.commit(in: database)
        #expect(answers.kept == [1, 2, 4, 5])
        #expect(answers.refused == [3])
        #expect(try stored(database) == [1, 2, 4, 5])
    }

    @Test func `after a failure of the store the changes are run again singly`() throws {
        let database = try open()
        var group = GroupCommit()
        for number in 1...5 {
            group.append(
                change(number, in: database) { [vfs, answers] in
                    // The disk is full for the third change, whenever it runs, and not for the others.
                    vfs.failWrites(number == 3 ? .full : nil)
                    if number == 3, answers.runs.count > 0 {
                        try database.execute("INSERT INTO kept VALUES (randomblob(3000000))")
                    }
                })
        }
        group.commit(in: database)
        vfs.failWrites(nil)
        #expect(answers.kept == [1, 2, 4, 5])
        #expect(answers.refused == [3])
        #expect(try stored(database) == [1, 2, 4, 5])
    }

    @Test func `more than share one sync wait for the next`() throws {
        let database = try open()
        var group = GroupCommit()
        for number in 1...100 { group.append(change(number, in: database)) }
        group.commit(in: database)
        #expect(answers.kept == Array(1...64))
        #expect(!group.isEmpty)
        group.commit(in: database)
        #expect(answers.kept == Array(1...100))
        #expect(group.isEmpty)
    }
}
