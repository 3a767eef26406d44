import Catalog
import Checkout
import Contracts
import FoundationEssentials
import Pricing
import SQLite
import SQLiteStores
import ShopTesting
import Synchronization
import Testing
import WireProtocol

/// What a store tells of itself.
private final class Told: WriteObserver {
    private let all = Mutex<[String]>([])
    var last: String? { all.withLock { $0.last } }
    func writeFailed(_ error: SQLiteError) { all.withLock { $0.append(error.message) } }
    func writesRecovered() { all.withLock { $0.append("recovered") } }
}

/// Rows whose pages are whole and that make no sense: another program wrote them, and the guard file was removed.
@Suite(.timeLimit(.minutes(2))) struct UnreadableRowsTests {
    private let folder: TemporaryFolder
    private let told = Told()
    private var path: String { folder.path + "/store.sqlite" }

    init() throws { folder = try TemporaryFolder() }

    /// As who has no backup does it.
    private func spoil(_ change: String) throws {
        do { try Database(path: path).script(change) }
        try FileManager.default.removeItem(atPath: path + "-guard")
    }

    private func fault(_ body: () async throws -> Void) async -> Fault? {
        do { try await body() } catch { return error as? Fault }
        return nil
    }

    private func expectDamaged(_ name: String, _ body: () async throws -> Void) async {
        let found = await fault(body)
        #expect(found?.code == "store_damaged" && found?.retryable == false, "\(String(describing: found))")
        #expect(found?.message.contains(name) == true, "\(String(describing: found))")
    }

    private func expectTold(_ place: String) throws {
        let said = try #require(told.last)
        #expect(said.contains(place) && said.contains("restore a backup"), "\(said)")
    }

    @Test(arguments: [
        ("UPDATE orders SET state = x'00' WHERE row = 2", "order 2026-000002", "table orders, row 2"),
        ("UPDATE orders SET sale = 'text' WHERE row = 2", "an order", "table orders, row 2"),
        ("UPDATE orders SET placed_at = 'noon' WHERE row = 2", "an order", "table orders, row 2"),
    ])
    func `an order that cannot be read is damage: named, told at once, and the others are read`(
        change: String, name: String, place: String
    ) async throws {
        var orders: [Order] = []
        do {
            let desk = try CheckoutDesk(path: path)
            try await desk.setStock("mango", 10)
            for _ in 1...3 { orders.append(try await desk.place(desk.request(("mango", 1)))) }
            try await desk.store.close()
        }
        try spoil(change)
        let desk = try CheckoutDesk(path: path, observer: told)
        try expectTold(place)
        await expectDamaged(name) { _ = try await desk.orders(ListOrders()) }
        if change.contains("placed_at") {
            await expectDamaged(name) { _ = try await desk.orders(ListOrders(buyer: "nobody")) }
        }
        await expectDamaged(name) { _ = try await desk.order(FindOrder(id: orders[1].id)) }
        await expectDamaged(name) { _ = try await desk.store.events(of: .orders, after: 0, limit: 10) }
        #expect(try await desk.order(FindOrder(id: orders[2].id)) == orders[2])
        #expect(try await desk.available("mango") == 7)
        await expectDamaged("damaged") { try await desk.setStock("mango", 1) }
        try await desk.store.tend(elapsedMilliseconds: 0)
        try expectTold(place)
    }

    @Test(arguments: [
        ("UPDATE order_event SET status = 'lost' WHERE sequence = 1", "a step of order 2026-000001"),
        ("UPDATE order_event SET payment = x'00' WHERE sequence = 1", "a step of order 2026-000001"),
    ])
    func `an event that cannot be read is damage, too`(change: String, name: String) async throws {
        do {
            let desk = try CheckoutDesk(path: path)
            try await desk.setStock("mango", 10)
            _ = try await desk.place(desk.request(("mango", 1)))
            try await desk.store.close()
        }
        try spoil(change)
        let desk = try CheckoutDesk(path: path, observer: told)
        try expectTold("table order_event, row 1")
        await expectDamaged(name) { _ = try await desk.store.events(of: .orders, after: 0, limit: 10) }
        #expect(try await desk.orders(ListOrders()).orders.count == 1)
    }

    @Test func `stock that cannot be read is damage in every list`() async throws {
        do {
            let desk = try CheckoutDesk(path: path)
            try await desk.setStock("mango", 1)
            try await desk.store.close()
        }
        try spoil("UPDATE stock SET sku = 'a b'")
        let desk = try CheckoutDesk(path: path, observer: told)
        await expectDamaged("a stock") {
            _ = try await desk.store.read { try $0.lowStock(below: 5, after: nil, limit: 10) }
        }
        try expectTold("table stock, row 1")
        try spoil("UPDATE stock SET sku = 'mango', tracked = 'yes'")
        let again = try CheckoutDesk(path: path, observer: told)
        await expectDamaged("the stock of mango") { _ = try await again.available("mango") }
    }

    @Test(arguments: [
        ("UPDATE offer SET sku = 'a b'", "the offer of a b", "table offer, row 1"),
        ("UPDATE offer SET options = x'00'", "the offer of kiwi", "table offer, row 1"),
        ("UPDATE price SET currency = 'x'", "the offer of kiwi", "table offer, row 1"),
        ("UPDATE price SET unit_price = 'much'", "a price", "table price, row 1"),
    ])
    func `an offer that cannot be read is damage`(change: String, name: String, place: String) async throws {
        do {
            let store = try SQLitePricingStore(path: path)
            let price = PricePeriod(currency: .usDollar, unitPrice: 100)
            try await store.write(
                { try $0.save(OfferDefinition(sku: CheckoutDesk.sku("kiwi"), prices: [price])) },
                committed: { _ in })
            try await store.close()
        }
        try spoil(change)
        let store = try SQLitePricingStore(path: path, observer: told)
        await expectDamaged(name) { _ = try await store.allOffers() }
        try expectTold(place)
        await expectDamaged("damaged") {
            try await store.write(
                { try $0.save(OfferDefinition(sku: CheckoutDesk.sku("pen"), prices: [])) },
                committed: { _ in })
        }
    }

    @Test func `a product that cannot be read ends the start, named`() async throws {
        do {
            let store = try SQLiteCatalogStore(path: path)
            let kiwi = Product(
                sku: CheckoutDesk.sku("kiwi"), name: "Kiwi", description: "", category: "fruit", unit: "each",
                tags: [])
            _ = try await store.put([kiwi])
            try await store.close()
        }
        try spoil("UPDATE product SET sku = 'a b'")
        let error = try #require(throws: SQLiteError.self) { _ = try SQLiteCatalogStore(path: path) }
        #expect(error.message.contains("product a b cannot be read"), "\(error)")
        #expect(
            error.message.contains("(table product, row 0)") && error.message.contains("restore a backup"))
    }

    /// A backup knows nothing of the orders that came after it; those keep their names for themselves.
    @Test func `after a backup was put back no order gets the number of a lost one`() async throws {
        let backup = folder.path + "/backup.sqlite"
        let lost: Order
        do {
            let desk = try CheckoutDesk(path: path)
            try await desk.setStock("mango", 10)
            _ = try await desk.place(desk.request(("mango", 1)))
            try Database(path: path).backup(to: backup)
            lost = try await desk.place(desk.request(("mango", 1)))
            try await desk.store.close()
        }
        var numbers: [String] = [lost.number]
        for _ in 1...3 {
            for ending in ["", "-wal", "-shm", "-guard"] {
                try? FileManager.default.removeItem(atPath: path + ending)
            }
            try FileManager.default.copyItem(atPath: backup, toPath: path)
            let desk = try CheckoutDesk(path: path, observer: told)
            for number in numbers {
                let found = await fault { _ = try await desk.order(FindOrder(number: number)) }
                #expect(found?.code == "unknown_order")
            }
            #expect(try await desk.order(FindOrder(number: "2026-000001")).number == "2026-000001")
            let order = try await desk.place(desk.request(("mango", 1)))
            #expect(order.number.hasPrefix("2026-000002-"))
            #expect(try await desk.order(FindOrder(number: order.number)) == order)
            #expect(try await desk.store.events(of: .orders, after: 1, limit: 10).count == 1)
            numbers.append(order.number)
            try await desk.store.close()
        }
        #expect(Set(numbers).count == numbers.count)
        // A start without a copy changes nothing.
        let desk = try CheckoutDesk(path: path)
        let next = try await desk.place(desk.request(("mango", 1)))
        #expect(next.number == numbers[3].replacing("000002", with: "000003"))
        #expect(told.last == nil)
    }
}
