import Messaging
import Pricing
import SQLite
import ShopTesting
import Testing
import WireProtocol

@testable import SQLiteStores

@Suite struct IdempotencyRetentionTests {
    private let database: Database
    private let table: IdempotencyTable
    private var retention: IdempotencyRetention
    private let time = ManualTime()
    private static let day: Int64 = 86_400_000

    init() throws {
        database = try Database(path: ":memory:")
        try database.script(
            IdempotencyTable.schema + IdempotencyRetention.schema + IdempotencyRetention.ageSchema)
        table = IdempotencyTable(database: database)
        retention = IdempotencyRetention(database: database)
    }

    private struct Asking: Request {
        typealias Reply = Empty
        static let method = "test.ask"
    }

    private func keep(_ key: String) throws {
        let context = CallContext(method: Asking.method, key: key, now: time.now())
        try table.keep([1], for: HashedKey(ChangeKey(Asking(), context)))
    }

    private func isKept(_ key: String) throws -> Bool { try table.answer(for: key) != nil }

    private func count(_ table: String) throws -> Int64? {
        try database.first("SELECT count(*) FROM \(table)") { try $0.integer(0) }
    }

    private mutating func look() throws {
        try retention.forget(elapsedMilliseconds: time.elapsedMilliseconds())
    }

    private mutating func wait(_ milliseconds: Int64) throws {
        time.advance(milliseconds: milliseconds)
        try look()
    }

    @Test mutating func `an answer is kept for thirty days, and not much longer`() throws {
        try keep("a")
        try wait(0)
        try wait(30 * Self.day - 1)
        #expect(try isKept("a"))
        try wait(1)
        #expect(try !isKept("a"))
    }

    @Test mutating func `what was kept since stays`() throws {
        for number in 0..<60 {
            try keep("k\(number)")
            try wait(Self.day)
        }
        #expect(try (0..<60).filter { try isKept("k\($0)") } == Array(30..<60))
        #expect(try count("idempotency_mark") ?? 0 <= 31)
    }

    @Test mutating func `what was kept after the last look is not taken for older than it is`() throws {
        try keep("a")
        try wait(0)
        try keep("b")
        try wait(30 * Self.day)
        #expect(try !isKept("a"))
        #expect(try isKept("b"))
    }

    @Test mutating func `each look forgets a bounded part`() throws {
        let most = IdempotencyRetention.most
        try database.transaction { for number in 0..<(most * 2 + 10) { try keep("k\(number)") } }
        try wait(0)
        try wait(30 * Self.day)
        #expect(try count("idempotency") == Int64(most + 10))
        try wait(1000)
        #expect(try count("idempotency") == 10)
        try wait(1000)
        #expect(try count("idempotency") == 0)
        #expect(try count("idempotency_mark") == 0)
    }

    @Test mutating func `a table that was emptied counts from one again and forgets nothing new`() throws {
        let most = IdempotencyRetention.most
        try database.transaction { for number in 0..<most { try keep("k\(number)") } }
        try wait(0)
        try wait(30 * Self.day)
        #expect(try count("idempotency") == 0)
        try keep("new")
        for _ in 0..<10 { try wait(1000) }
        #expect(try isKept("new"))
    }

    @Test mutating func `a quiet table gets no marks, a busy one an hour's`() throws {
        for _ in 0..<10 { try wait(Self.day) }
        #expect(try count("idempotency_mark") == 0)
        for number in 0..<7200 {
            if number.isMultiple(of: 100) { try keep("k\(number)") }
            try wait(1000)
        }
        #expect(try count("idempotency_mark") == 2)
    }

    @Test mutating func `what was kept outlasts each restart, whose time does not count`() throws {
        try keep("a")
        try wait(0)
        for _ in 0..<60 {
            try wait(Self.day / 2 - 1)
            try retention.close()
            retention = IdempotencyRetention(database: database)
            time.advance(milliseconds: 40 * Self.day)
            try look()
        }
        #expect(try isKept("a"))
        try wait(60)
        #expect(try !isKept("a"))
    }

    @Test mutating func `a service that is killed each two hours forgets all the same`() throws {
        try keep("a")
        try wait(0)
        for _ in 0..<(30 * 24) {
            try wait(3_600_000)
            try wait(3_599_999)
            retention = IdempotencyRetention(database: database)
            try look()
        }
        #expect(try !isKept("a"))
    }

    /// What a restart makes of the clock that is never set: it may begin at 0 again.
    @Test mutating func `a clock that starts anew takes no age away`() throws {
        time.advance(milliseconds: 90 * Self.day)
        try keep("a")
        try wait(0)
        retention = IdempotencyRetention(database: database)
        try retention.forget(elapsedMilliseconds: 5)
        try retention.forget(elapsedMilliseconds: 30 * Self.day + 4)
        #expect(try isKept("a"))
        try retention.forget(elapsedMilliseconds: 30 * Self.day + 5)
        #expect(try !isKept("a"))
    }

    @Test func `a database of before is given marks when it is opened, whatever its own say`() async throws {
        let vfs = CuttingVFS()
        let old = try Database(path: "/old.sqlite", vfs: vfs.name)
        try old.migrate(Array(PricingSchema.migrations.prefix(1)))
        let context = CallContext(method: Asking.method, key: "old", now: time.now())
        let key = try ChangeKey(Asking(), context)
        try IdempotencyTable(database: old).keep([7], for: HashedKey(key))
        try old.script(IdempotencyRetention.schema + "PRAGMA user_version = 2")
        try old.execute("INSERT INTO idempotency_mark VALUES (1, ?)", time.now().milliseconds - 40 * Self.day)
        let store = try SQLitePricingStore(path: "/old.sqlite", vfs: vfs.name)
        try await store.tend(elapsedMilliseconds: 0)
        #expect(try await store.write({ try $0.answer(of: key) }, committed: { _ in }) == [7])
        try await store.tend(elapsedMilliseconds: 30 * Self.day)
        #expect(try await store.write({ try $0.answer(of: key) }, committed: { _ in }) == nil)
    }
}
