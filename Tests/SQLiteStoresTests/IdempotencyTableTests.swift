import Messaging
import SQLite
import Testing
import WireProtocol

@testable import SQLiteStores

@Suite struct IdempotencyTableTests {
    let table: IdempotencyTable

    init() throws {
        table = IdempotencyTable(database: try Database(path: ":memory:"))
        try table.database.script(IdempotencyTable.schema)
    }

    private struct Asking: Request {
        typealias Reply = Empty
        static let method = "test.ask"
        let what: String
    }

    private func key(_ key: String, asking what: String) throws -> HashedKey {
        let context = CallContext(method: Asking.method, key: key, now: Timestamp(milliseconds: 0))
        return HashedKey(try ChangeKey(Asking(what: what), context))
    }

    @Test func `a new key has no answer, a known one its own`() throws {
        #expect(try table.answer(for: key("a", asking: "1")) == nil)
        try table.keep([10], for: key("a", asking: "1"))
        try table.keep([], for: key("b", asking: "1"))
        #expect(try table.answer(for: key("a", asking: "1")) == [10])
        #expect(try table.answer(for: key("b", asking: "1")) == [])
        #expect(try table.answer(for: key("c", asking: "1")) == nil)
    }

    @Test func `another body under a known key is a conflict`() throws {
        try table.keep([10], for: key("a", asking: "1"))
        let fault = #expect(throws: Fault.self) { try table.answer(for: key("a", asking: "2")) }
        #expect(fault?.code == "idempotency_conflict")
        #expect(fault?.status == .aborted)
        #expect(try table.answer(for: "a") == [10])
    }

    @Test func `keys that share a short key are told apart`() throws {
        try table.keep([10], for: key("a", asking: "1"))
        try table.keep([20], for: key("b", asking: "2"))
        try table.database.execute("UPDATE idempotency SET short_key = ?", shortKey("a"))
        #expect(try table.answer(for: key("a", asking: "1")) == [10])
        #expect(try table.answer(for: "b") == nil)
    }

    /// The published test vectors of FNV-1a, 64 bits.
    @Test(arguments: [
        ("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8),
    ])
    func `short keys are FNV-1a`(text: String, hash: UInt64) {
        #expect(shortKey(text) == Int64(bitPattern: hash))
    }
}
