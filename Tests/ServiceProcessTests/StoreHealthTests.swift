import Messaging
import SQLite
import ServiceProcess
import ShopTesting
import Synchronization
import Testing

@Suite struct StoreHealthTests {
    private let health = Health()
    private let log = Lines()
    private let time = ManualTime()
    private let store: StoreHealth

    private final class Lines: LogSink {
        private let recorded = Mutex<[String]>([])
        func record(_ line: String) { recorded.withLock { $0.append(line) } }

        /// The level of each line.
        var levels: [String] {
            recorded.withLock { $0 }.compactMap {
                $0.split(separator: " ").dropFirst().first.map(String.init)
            }
        }
        var last: String { recorded.withLock { $0.last ?? "" } }
    }

    init() { store = StoreHealth(health, logger: Logger(sink: log, time: time), time: time) }

    private func fail(_ code: Int32 = 13) { store.writeFailed(SQLiteError(code: code, message: "why")) }

    static let reasons: [(Int32, String)] = [
        (13, "the disk is full"), (10, "the disk fails"), (14, "the disk fails"), (8, "read-only"),
        (8 | 4 << 8, "moved away"), (11, "why"),
    ]

    @Test(arguments: reasons)
    func `a store that takes no changes is not serving, and says why`(code: Int32, word: String) {
        fail(code)
        #expect(!health.isServing)
        #expect(health.reasons.count == 1)
        #expect(health.reasons[0].contains(word), "\(health.reasons)")
        #expect(log.levels == ["level=error"])
        #expect(log.last.contains("why") && log.last.contains("SQLite code \(code)"))
        store.writesRecovered()
        #expect(health.isServing)
        #expect(log.levels == ["level=error", "level=info"])
    }

    @Test func `a store that is being looked at for damage serves, and says how far that is`() {
        store.checked(pages: 4096, of: 10_000)
        #expect(health.isServing)
        #expect(health.notes == ["looking for damage in the store, 40 % done"])
        store.checked(pages: 10_000, of: 10_000)
        #expect(health.notes == [])
    }

    @Test func `only the last reason stands`() {
        fail(13)
        fail(10)
        #expect(health.reasons.count == 1)
        #expect(health.reasons[0].contains("fails"))
        store.writesRecovered()
        #expect(health.reasons == [])
    }

    @Test func `reasons of others stay`() {
        health.add(reason: "starting")
        fail()
        store.writesRecovered()
        #expect(health.reasons == ["starting"])
    }

    @Test func `the log is told once in ten seconds, however many changes fail`() {
        for _ in 1...1000 { fail() }
        #expect(log.levels.count == 1)
        time.advance(milliseconds: 9_999)
        fail()
        #expect(log.levels.count == 1)
        time.advance(milliseconds: 1)
        fail()
        #expect(log.levels == ["level=error", "level=error"])
    }

    @Test func `a store that comes and goes does not fill the log`() {
        for _ in 1...1000 {
            fail()
            #expect(!health.isServing)
            store.writesRecovered()
            #expect(health.isServing)
        }
        #expect(log.levels == ["level=error", "level=info"])
    }
}
