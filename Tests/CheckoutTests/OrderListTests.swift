@testable import Checkout
import Contracts
import Messaging
import SQLiteStores
import ShopTesting
import Testing
import WireProtocol

@Suite struct OrderListTests {
    let desk: CheckoutDesk

    init() async throws {
        desk = try CheckoutDesk()
        try await desk.setStock("mango", 1000)
    }

    private func place(after milliseconds: Int64 = 0, key: String = "k") async throws -> Order {
        let instant = CheckoutDesk.noon.adding(milliseconds: milliseconds)
        let quote = CheckoutDesk.quote(("mango", 1), lockedAt: instant)
        return try await desk.place(desk.request(quote), key: "\(key) \(quote.id ?? "")", now: instant)
    }

    @Test func `an order is found by id, by number and by the key it was placed with`() async throws {
        _ = try await desk.place(desk.request(("mango", 1)), key: "before")
        let order = try await desk.place(desk.request(("mango", 1)), key: "mine")
        #expect(try await desk.order(FindOrder(id: order.id)) == order)
        #expect(try await desk.order(FindOrder(number: order.number)) == order)
        #expect(try await desk.order(FindOrder(key: "mine")) == order)
    }

    @Test func `the key of another change finds no order`() async throws {
        let order = try await desk.place(desk.request(("mango", 1)), key: "mine")
        _ = try await desk.cancel(order, key: "cancelling")
        try await desk.restock(StockChange(sku: CheckoutDesk.sku("mango"), add: 1), key: "restocking")
        for key in ["cancelling", "restocking", "never"] {
            let fault = await refusal { try await desk.order(FindOrder(key: key)) }
            #expect(fault?.code == "unknown_order")
            #expect(fault?.message == "there is no order with the key \(key)")
        }
        #expect(try await desk.order(FindOrder(key: "mine")).status == .cancelled)
    }

    @Test(arguments: [
        "2026-000002", "2025-000001", "2026-1", "2026-0000001", "1", "", "2026--00001", "x-000001",
    ])
    func `a number that is none is an unknown order`(number: String) async throws {
        _ = try await place()
        let fault = await refusal { try await desk.order(FindOrder(number: number)) }
        #expect(fault?.code == "unknown_order")
        #expect(fault?.message == "there is no order \(number)")
    }

    @Test func `orders come newest first, and of one instant the later placed first`() async throws {
        var placed: [Order] = []
        for milliseconds in [5, 1, 1, 9] as [Int64] { placed.append(try await place(after: milliseconds)) }
        let listed = try await desk.orders(ListOrders())
        #expect(listed.orders == [3, 0, 2, 1].map { placed[$0] })
        #expect(listed.next == nil)
    }

    @Test(arguments: [1, 2, 3, 7, 100])
    func `pages repeat and skip nothing while orders are added`(limit: Int64) async throws {
        var expected: [String] = []
        for index in 0..<7 { expected.insert(try await place(after: Int64(index / 3)).id, at: 0) }
        var seen: [String] = []
        var cursor: String?
        repeat {
            let page = try await desk.orders(ListOrders(limit: WireInteger(limit), cursor: cursor))
            #expect(page.orders.count <= limit)
            seen += page.orders.map(\.id)
            cursor = page.next
            _ = try await place(after: 2)
        } while cursor != nil
        #expect(seen == expected)
    }

    /// An order of 200 lines, each with as much to tell as `noteBytes`.
    private func placeLarge(noteBytes: Int, after milliseconds: Int64) async throws -> Order {
        let instant = CheckoutDesk.noon.adding(milliseconds: milliseconds)
        var quote = CheckoutDesk.quote(Array(repeating: ("mango", 1), count: 200), lockedAt: instant)
        for index in quote.lines.indices {
            quote.lines[index].note = String(repeating: "x", count: noteBytes)
        }
        return try await desk.place(desk.request(quote), key: "large \(milliseconds)", now: instant)
    }

    @Test func `pages of large orders end by their bytes`() async throws {
        try await desk.setStock("mango", 10_000)
        var expected: [String] = []
        for number in 0..<8 as Range<Int64> {
            expected.insert(try await placeLarge(noteBytes: number == 3 ? 1000 : 1, after: number).id, at: 0)
        }
        var sizes: [Int] = []
        var seen: [String] = []
        var cursor: String?
        repeat {
            let page = try await desk.orders(ListOrders(limit: 100, cursor: cursor))
            let bytes = try WireCoding().encode(page).count
            #expect(bytes < 64 * 1024 || page.orders.count == 1)
            sizes.append(page.orders.count)
            seen += page.orders.map(\.id)
            cursor = page.next
        } while cursor != nil
        #expect(seen == expected)
        #expect(sizes.contains { $0 > 1 } && sizes.count > 2)
    }

    @Test func `an order that is too much for an event is told without its lines`() async throws {
        try await desk.setStock("mango", 10_000)
        var quote = CheckoutDesk.quote(Array(repeating: ("mango", 1), count: 200))
        for index in quote.lines.indices {
            quote.lines[index].options = ["flavour": [String(repeating: "x", count: 1000)]]
        }
        let order = try await desk.place(desk.request(quote))
        #expect(order.lines.count == 200)
        let event = try #require(try await desk.store.events(of: .orders, after: 0, limit: 10).last)
        let body = try event.event.entry().body
        #expect(body.count < 64 * 1024)
        let told: OrderEvent = try WireCoding().decode(from: body)
        #expect(told.lines == [] && told.total == order.total && told.id == order.id)
    }

    @Test func `filters by status and time`() async throws {
        var placed: [Order] = []
        for milliseconds in 0..<4 as Range<Int64> { placed.append(try await place(after: milliseconds)) }
        _ = try await desk.cancel(placed[2])
        func listed(_ status: OrderStatus?, _ from: Int64?, _ until: Int64?) async throws -> [String] {
            let request = ListOrders(
                status: status, from: from.map(CheckoutDesk.noon.adding(milliseconds:)),
                until: until.map(CheckoutDesk.noon.adding(milliseconds:)))
            return try await desk.orders(request).orders.map(\.number)
        }
        let numbers = placed.map(\.number)
        #expect(try await listed(.placed, nil, nil) == [3, 1, 0].map { numbers[$0] })
        #expect(try await listed(.cancelled, nil, nil) == [numbers[2]])
        #expect(try await listed(.shipped, nil, nil) == [])
        #expect(try await listed(nil, 1, 3) == [2, 1].map { numbers[$0] })
        #expect(try await listed(.placed, 1, nil) == [3, 1].map { numbers[$0] })
        #expect(try await listed(nil, nil, 0) == [])
    }

    private func place(as buyer: Customer) async throws -> String {
        var request = try desk.request(("mango", 1))
        request.customer = buyer
        return try await desk.place(request).number
    }

    @Test func `orders of a buyer are found by a part of the name or email, and those of one are left out`()
        async throws
    {
        let ada = try await place(as: Customer(name: "Ada Miller", email: "lovelace@example.org"))
        let bench = try await place(as: .bench)
        let other = try await place(as: Customer(name: "Zoë Bencher"))
        func listed(_ buyer: String?, _ exceptBuyer: String?) async throws -> [String] {
            try await desk.orders(ListOrders(buyer: buyer, exceptBuyer: exceptBuyer)).orders.map(\.number)
        }
        #expect(try await listed("ADA m", nil) == [ada])
        #expect(try await listed("lovelace@", nil) == [ada])
        #expect(try await listed("zoe", nil) == [other])
        #expect(try await listed("bench", nil) == [other, bench])
        #expect(try await listed(nil, "bench") == [other, ada])
        #expect(try await listed("bench", "Bench") == [other])
        #expect(try await listed("nobody", nil) == [])
    }

    @Test(arguments: [1, 2, 3, 100])
    func `pages of a buyer's orders repeat and skip nothing`(limit: Int64) async throws {
        var expected: [String] = []
        for number in 0..<7 {
            let order = try await place(as: number.isMultiple(of: 2) ? Customer(name: "Ada") : .bench)
            if number.isMultiple(of: 2) { expected.insert(order, at: 0) }
        }
        var seen: [String] = []
        var cursor: String?
        repeat {
            let page = try await desk.orders(
                ListOrders(exceptBuyer: "Bench", limit: WireInteger(limit), cursor: cursor))
            #expect(page.orders.count <= limit)
            seen += page.orders.map(\.number)
            cursor = page.next
        } while cursor != nil
        #expect(seen == expected)
    }

    @Test func `one call looks at so many buyers only, and tells where to go on`() async throws {
        try await desk.setStock("mango", 10_000)
        let found = try await place(as: Customer(name: "Ada"))
        for _ in 0..<OrderListing.mostBuyers { _ = try await place(as: .bench) }
        let first = try await desk.orders(ListOrders(exceptBuyer: "Bench"))
        #expect(first.orders.isEmpty)
        let second = try await desk.orders(ListOrders(exceptBuyer: "Bench", cursor: first.next))
        #expect(second.orders.map(\.number) == [found] && second.next == nil)
    }

    @Test func `a cursor goes with its filters alone, whatever the limit`() async throws {
        for _ in 0..<3 { _ = try await place() }
        let cursor = try #require(try await desk.orders(ListOrders(status: .placed, limit: 1)).next)
        #expect(
            try await desk.orders(ListOrders(status: .placed, limit: 2, cursor: cursor)).orders.count == 2)
        let others = [
            ListOrders(cursor: cursor), ListOrders(status: .paid, cursor: cursor),
            ListOrders(status: .placed, from: CheckoutDesk.noon, cursor: cursor),
            ListOrders(status: .placed, until: CheckoutDesk.noon, cursor: cursor),
            ListOrders(status: .placed, buyer: "Ada", cursor: cursor),
        ]
        for other in others {
            let fault = await refusal { try await desk.orders(other) }
            #expect(fault?.code == "invalid_cursor")
        }
    }

    @Test(arguments: ["", "x", "_", "__", "1_2_3", "1_2", "a_b_c_d", "-1_0_1"])
    func `a text that is no cursor is refused`(text: String) async throws {
        let fault = await refusal { try await desk.orders(ListOrders(cursor: text)) }
        #expect(fault?.code == "invalid_cursor")
        #expect(fault?.details.map(\.field) == ["cursor"])
    }
}
