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
    private let retention: IdempotencyRetention
    private let time = ManualTime()
    private static let day: Int64 = 86_400_000

    init() throws {
        database = try Database(path: ":memory:")
        try database.script(IdempotencyTable.schema + IdempotencyRetention.schema)
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

    private func wait(_ milliseconds: Int64) throws {
        time.advance(milliseconds: milliseconds)
        try retention.forget(at: time.now())
    }

    @Test func `an answer is kept for thirty days, and not much longer`() throws {
        try keep("a")
        try wait(0)
        try wait(30 * Self.day - 1)
        #expect(try isKept("a"))
        try wait(1)
        #expect(try !isKept("a"))
    }

    @Test func `what was kept since stays`() throws {
        for number in 0..<60 {
            try keep("k\(number)")
            try wait(Self.day)
        }
        #expect(try (0..<60).filter { try isKept("k\($0)") } == Array(30..<60))
        #expect(try count("idempotency_mark") ?? 0 <= 31)
    }

    @Test func `what was kept after the last look is not taken for older than it is`() throws {
        try keep("a")
        try wait(0)
        try keep("b")
        try wait(30 * Self.day)
        #expect(try !isKept("a"))
        #expect(try isKept("b"))
    }

    @Test func `each look forgets a bounded part`() throws {
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

    @Test func `a table that was emptied counts from one again and forgets nothing new`() throws {
        let most = IdempotencyRetention.most
        try database.transaction { for number in 0..<most { try keep("k\(number)") } }
        try wait(0)
        try wait(30 * Self.day)
        #expect(try count("idempotency") == 0)
        try keep("new")
        for _ in 0..<10 { try wait(1000) }
        #expect(try isKept("new"))
    }

    @Test func `a quiet table gets no marks, a busy one an hour's`() throws {
        for _ in 0..<10 { try wait(Self.day) }
        #expect(try count("idempotency_mark") == 0)
        for number in 0..<7200 {
            if number.isMultiple(of: 100) { try keep("k\(number)") }
            try wait(1000)
        }
        #expect(try count("idempotency_mark") == 2)
    }

    @Test func `a clock that was set back forgets nothing early`() throws {
        try keep("a")
        try wait(0)
        try keep("b")
        try wait(-40 * Self.day)
        #expect(try isKept("a") && isKept("b"))
        try wait(41 * Self.day)
        #expect(try isKept("a") && isKept("b"))
    }

    @Test func `a database of before is given marks when it is opened`() async throws {
        let vfs = CuttingVFS()
        let old = try Database(path: "/old.sqlite", vfs: vfs.name)
        try old.migrate(Array(PricingSchema.migrations.prefix(1)))
        let context = CallContext(method: Asking.method, key: "old", now: time.now())
        let key = try ChangeKey(Asking(), context)
        try IdempotencyTable(database: old).keep([7], for: HashedKey(key))
        let store = try SQLitePricingStore(path: "/old.sqlite", vfs: vfs.name)
        try await store.tend(at: time.now())
        #expect(try await store.write({ try $0.answer(of: key) }, committed: { _ in }) == [7])
        time.advance(milliseconds: 30 * Self.day)
        try await store.tend(at: time.now())
        #expect(try await store.write({ try $0.answer(of: key) }, committed: { _ in }) == nil)
    }
}
