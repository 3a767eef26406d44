import Contracts
import FoundationEssentials
import Messaging
import SQLite
import SQLiteStores
import Sealing
import ShopTesting
import Testing
import WireProtocol

@Suite struct CheckoutDurabilityTests {
    let vfs = CuttingVFS()
    let sealingKey = SealingKey.random()

    /// The shop after a start: on what the disk holds.
    private func open() throws -> CheckoutDesk {
        try CheckoutDesk(path: "/checkout.sqlite", vfs: vfs.name, sealingKey: sealingKey)
    }

    @Test func `every answered change was synced before, and survives a power cut right after`() async throws
    {
        try await open().setStock("mango", 100)
        vfs.cut()
        for round in 1...10 as ClosedRange<Int64> {
            let desk = try open()
            let request = try desk.request(("mango", 2))
            let before = vfs.syncCount
            let order = try await desk.place(request, key: "k\(round)")
            #expect(vfs.syncCount > before)
            vfs.cut()
            let restarted = try open()
            #expect(try await restarted.order(FindOrder(id: order.id)) == order)
            #expect(try await restarted.available("mango") == 100 - 2 * round)
            #expect(try await restarted.sold("mango") == 2 * round)
            #expect(try await restarted.place(request, key: "k\(round)") == order)
        }
    }

    @Test func `a cancelled order and a restock survive a power cut right after, too`() async throws {
        let desk = try open()
        try await desk.setStock("mango", 5)
        let order = try await desk.place(desk.request(("mango", 2)))
        let beforeCancel = vfs.syncCount
        let cancelled = try await desk.cancel(order, key: "c")
        #expect(vfs.syncCount > beforeCancel)
        vfs.cut()
        let restarted = try open()
        #expect(try await restarted.order(FindOrder(id: order.id)) == cancelled)
        #expect(try await restarted.cancel(order, key: "c") == cancelled)
        try await restarted.restock(StockChange(sku: CheckoutDesk.sku("mango"), add: 1))
        vfs.cut()
        #expect(try await open().available("mango") == 6)
    }

    @Test func `a power cut amid many orders loses none that was answered and doubles none`() async throws {
        try await open().setStock("mango", 1000)
        var answered: [String: Order] = [:]
        for round in 1...5 {
            let desk = try open()
            let requests = try (0..<20).map {
                (key: "\(round).\($0)", request: try desk.request(("mango", 1)))
            }
            let outcomes = await withTaskGroup(of: (String, Order?).self) { group in
                for (key, request) in requests {
                    group.addTask { (key, await Attempt { try await desk.place(request, key: key) }.answer) }
                }
                var outcomes: [String: Order] = [:]
                for await (key, order) in group {
                    outcomes[key] = order
                    if outcomes.count == 10 { vfs.cut() }
                }
                return outcomes
            }
            answered.merge(outcomes) { $1 }
            let restarted = try open()
            for (key, order) in answered {
                #expect(try await restarted.order(FindOrder(key: key)) == order)
            }
            for (key, request) in requests {
                let order = try await restarted.place(request, key: key)
                #expect(answered[key] == nil || answered[key] == order)
                answered[key] = order
            }
            #expect(try await restarted.sold("mango") == Int64(20 * round))
            #expect(try await restarted.available("mango") == Int64(1000 - 20 * round))
        }
    }

    @Test(arguments: [CuttingVFS.WriteFailure.full, .ioError])
    func `while the disk fails nothing is half done, and a retry succeeds once it is well`(
        failure: CuttingVFS.WriteFailure
    ) async throws {
        let desk = try open()
        try await desk.setStock("mango", 10)
        let placed = try await desk.place(desk.request(("mango", 1)))
        let request = try desk.request(("mango", 2))
        vfs.failWrites(failure)
        let attempts = await [
            Attempt { _ = try await desk.place(request, key: "k") },
            Attempt { _ = try await desk.cancel(placed, key: "c") },
            Attempt { try await desk.setStock("mango", 99) },
        ]
        #expect(attempts.compactMap(\.code) == Array(repeating: "store_unavailable", count: 3))
        #expect(try await desk.available("mango") == 9)
        #expect(try await desk.everyOrder() == [placed])
        #expect(await Attempt { try await desk.order(FindOrder(key: "k")) }.code == "unknown_order")
        vfs.failWrites(nil)
        let order = try await desk.place(request, key: "k")
        let cancelled = try await desk.cancel(placed, key: "c")
        #expect(order.number == "2026-000002")
        vfs.cut()
        #expect(try await open().everyOrder() == [order, cancelled])
        #expect(try await open().available("mango") == 8)
    }

    @Test func `an answer that the store cannot give may be asked for again`() async throws {
        let desk = try open()
        vfs.failWrites(.full)
        do {
            try await desk.setStock("mango", 1)
            Issue.record("a full disk took a change")
        } catch let fault as Fault {
            #expect(fault.status == .unavailable)
            #expect(fault.retryable)
        }
    }

    @Test func `a copy that is put back begins its logs anew; a store of an early release goes on`()
        async throws
    {
        let folder = try TemporaryFolder()
        let path = folder.path + "/checkout.sqlite"
        func epoch() async throws -> String {
            let desk = try CheckoutDesk(path: path)
            try await desk.setStock("mango", .random(in: 1...100))
            return try await desk.store.position(of: .stock).epoch
        }
        let first = try await epoch()
        #expect(try await epoch() == first)
        try FileManager.default.removeItem(atPath: path + "-guard")
        let second = try await epoch()
        #expect(second != first)
        #expect(try await epoch() == second)
        try FileManager.default.removeItem(atPath: path + "-guard")
        // Neither was there before.
        do { try Database(path: path).script("PRAGMA application_id = 0") }
        #expect(try await epoch() == second)
    }

    @Test func `a file answers the same after a restart, also when the token has expired`() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/cornershop-\(randomIdentifier())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func start() throws -> CheckoutDesk {
            try CheckoutDesk(path: folder + "/checkout.sqlite", sealingKey: sealingKey)
        }
        let desk = try start()
        try await desk.setStock("mango", 3)
        let request = try desk.request(("mango", 1))
        let order = try await desk.place(request, key: "k")
        let restarted = try start()
        let late = CheckoutDesk.noon.adding(milliseconds: 10 * SealedQuote.lockMilliseconds)
        #expect(try await restarted.place(request, key: "k", now: late) == order)
        #expect(await Attempt { try await restarted.place(request, key: "other") }.code == "quote_used")
        #expect(try await restarted.available("mango") == 2)
    }
}
