import Checkout
import Contracts
import Messaging
import ShopTesting
import Testing
import WireProtocol

@Suite struct IdempotencyTests {
    let desk: CheckoutDesk

    init() async throws {
        desk = try CheckoutDesk()
        try await desk.setStock("mango", 10)
    }

    @Test func `the same key and body again is the same order, also after the token expired`() async throws {
        let request = try desk.request(("mango", 1))
        let order = try await desk.place(request, key: "k")
        let late = CheckoutDesk.noon.adding(milliseconds: 10 * SealedQuote.lockMilliseconds)
        #expect(try await desk.place(request, key: "k") == order)
        #expect(try await desk.place(request, key: "k", now: late) == order)
        #expect(try await desk.available("mango") == 9)
    }

    @Test func `a change whose time is up is not made, and its key is still free`() async throws {
        let request = try desk.request(("mango", 1))
        var late = desk.context(PlaceOrder.self, "k")
        late.remainingMilliseconds = 0
        let fault = await refusal { try await desk.checkout.place(request, late) }
        #expect(fault?.status == .deadlineExceeded)
        #expect(try await desk.available("mango") == 10)
        let order = try await desk.place(request, key: "k")
        // What was done before is told for as long as anybody asks.
        #expect(try await desk.checkout.place(request, late) == order)
    }

    @Test func `a replay answers as then, not as now`() async throws {
        let request = try desk.request(("mango", 1))
        let order = try await desk.place(request, key: "k")
        let cancelled = try await desk.cancel(order, key: "c")
        #expect(try await desk.place(request, key: "k") == order)
        #expect(try await desk.cancel(order, key: "c") == cancelled)
        #expect(try await desk.available("mango") == 10)
    }

    @Test func `the body is compared after decoding`() async throws {
        let request = try desk.request(("mango", 1))
        let plain = try WireCoding().encode(request)
        let text = String(decoding: plain, as: UTF8.self)
        let padded = Array(("{ \"later\" : [1], " + text.dropFirst() + "\n").utf8)
        #expect(plain != padded)
        let order = try await desk.place(WireCoding().decode(from: plain), key: "k")
        #expect(try await desk.place(WireCoding().decode(from: padded), key: "k") == order)
    }

    static let otherBodies: [@Sendable (inout PlaceOrder) -> Void] = [
        { $0.customer.name = "Bob" }, { $0.customer.email = "bob@example.org" },
        { $0.address.street = "2 Main Street" }, { $0.expectedTotal = 1 },
        { $0.payment.token = "t" }, { $0.token = "" },
    ]

    @Test(arguments: otherBodies.indices)
    func `the same key with another body is a conflict`(index: Int) async throws {
        var request = try desk.request(("mango", 1))
        _ = try await desk.place(request, key: "k")
        Self.otherBodies[index](&request)
        let fault = await refusal { try await desk.place(request, key: "k") }
        #expect(fault?.code == "idempotency_conflict")
        #expect(fault?.status == .aborted)
        #expect(fault?.retryable == false)
    }

    @Test func `a key belongs to one method`() async throws {
        let order = try await desk.place(desk.request(("mango", 1)), key: "k")
        let fault = await refusal { try await desk.cancel(order, key: "k") }
        #expect(fault?.code == "idempotency_conflict")
    }

    @Test func `a failed try burns neither key nor quote`() async throws {
        let request = try desk.request(("mango", 11))
        _ = await refusal { try await desk.place(request, key: "k") }
        try await desk.setStock("mango", 11)
        #expect(try await desk.place(request, key: "k").status == .placed)
    }

    @Test func `two calls with one key at once are one order`() async throws {
        let request = try desk.request(("mango", 1))
        let ids = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { try await desk.place(request, key: "k").id } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
        #expect(try await desk.available("mango") == 9)
    }

    @Test func `two tabs with one quote at once are one order, and the other tab learns which`() async throws
    {
        let request = try desk.request(("mango", 1))
        let outcomes = await withTaskGroup(of: Result<Order, any Error>.self) { group in
            for tab in 0..<2 {
                group.addTask {
                    do { return .success(try await desk.place(request, key: "tab \(tab)")) } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let orders = outcomes.compactMap { try? $0.get() }
        let faults = outcomes.compactMap { outcome -> Fault? in
            if case .failure(let fault as Fault) = outcome { fault } else { nil }
        }
        #expect(orders.count == 1)
        #expect(faults.map(\.code) == ["quote_used"])
        #expect(faults.first?.details.first?.facts["order"] == orders.first.map { .text($0.id) })
    }

    @Test func `a restock with its key again adds once`() async throws {
        let change = StockChange(sku: CheckoutDesk.sku("mango"), add: 5)
        let levels = try await desk.restock(change, key: "r")
        try await desk.setStock("mango", 1)
        #expect(try await desk.restock(change, key: "r") == levels)
        #expect(levels.map(\.onHand) == [15])
        #expect(try await desk.available("mango") == 1)
    }
}
