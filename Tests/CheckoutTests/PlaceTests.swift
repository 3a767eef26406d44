import Checkout
import Contracts
import ShopTesting
import Testing
import WireProtocol

@Suite struct PlaceTests {
    let desk: CheckoutDesk

    init() async throws {
        desk = try CheckoutDesk()
        try await desk.setStock("mango", 10)
        try await desk.setStock("kiwi", 3)
    }

    @Test func `an order carries the quote's lines and sums, its buyer and a first step`() async throws {
        var quote = CheckoutDesk.quote(("mango", 2), ("kiwi", 1))
        quote.lines[0].options = ["size": ["big"]]
        quote.tax = 20
        quote.taxes = [TaxSum(name: "VAT", ratePpm: 66_667, net: 300, tax: 20)]
        quote.total = 320
        var request = try desk.request(quote)
        request.customer = Customer(name: "  Ada Miller ", email: "ada@example.org")
        let order = try await desk.place(request)
        #expect(order.status == .placed)
        #expect(order.number == "2026-000001")
        #expect(order.placedAt == CheckoutDesk.noon)
        #expect(order.currency == .usDollar)
        #expect(order.lines == quote.lines)
        #expect([order.subtotal, order.tax, order.total] == [300, 20, 320])
        #expect(order.taxes == quote.taxes)
        #expect(order.customer == Customer(name: "Ada Miller", email: "ada@example.org"))
        #expect(order.address == request.address)
        #expect(
            order.payment
                == Payment(method: "offline", status: .due, authorised: 0, captured: 0, refunded: 0))
        #expect(order.timeline == [TimelineEntry(event: "placed", at: CheckoutDesk.noon)])
        #expect(try await desk.available("mango") == 8)
        #expect(try await desk.available("kiwi") == 2)
    }

    @Test func `ids cannot be guessed from one another`() async throws {
        let orders = try await [
            desk.place(desk.request(("mango", 1))), desk.place(desk.request(("mango", 1))),
        ]
        let secrets = orders.compactMap { $0.id.split(separator: "-", maxSplits: 1).last }
        #expect(Set(secrets).count == 2)
        #expect(secrets.allSatisfy { $0.utf8.count == 22 })
        let other = await refusal { try await desk.order(FindOrder(id: "1-\(secrets[1])")) }
        #expect(other?.code == "unknown_order")
    }

    @Test func `numbers are dense within a year of the shop's clock`() async throws {
        let newYear = try #require(Timestamp(rfc3339: "2027-01-01T00:00:00Z"))
        var numbers: [String] = []
        for instant in [-2, -1, 0, 1, -1].map(newYear.adding(milliseconds:)) {
            let quote = CheckoutDesk.quote(("mango", 1), lockedAt: newYear)
            numbers.append(try await desk.place(desk.request(quote), now: instant).number)
            // A refused order leaves no hole.
            _ = await refusal { try await desk.place(desk.request(("mango", 99)), now: CheckoutDesk.noon) }
        }
        #expect(numbers == ["2026-000001", "2026-000002", "2027-000001", "2027-000002", "2026-000003"])
    }

    @Test func `demand is summed per sku over all lines`() async throws {
        var quote = CheckoutDesk.quote(("kiwi", 2), ("mango", 1), ("kiwi", 2))
        quote.lines[0].options = ["extras": ["sprinkles"]]
        let fault = await refusal { try await desk.place(desk.request(quote)) }
        #expect(fault?.code == "out_of_stock")
        #expect(fault?.status == .failedPrecondition)
        #expect(fault?.details.map(\.field) == ["lines[0].quantity", "lines[2].quantity"])
        #expect(fault?.details[0].facts == ["sku": "kiwi", "available": 3, "wanted": 4])
        #expect(try await desk.available("kiwi") == 3)
        #expect(try await desk.available("mango") == 10)
        #expect(try await desk.orders(ListOrders()).orders.isEmpty)
    }

    @Test func `every short sku is named, and one never restocked has none`() async throws {
        let request = try desk.request(("kiwi", 4), ("mango", 10), ("lychee", 1))
        let fault = await refusal { try await desk.place(request) }
        #expect(fault?.details.map(\.field) == ["lines[0].quantity", "lines[2].quantity"])
        #expect(fault?.details[1].facts == ["sku": "lychee", "available": 0, "wanted": 1])
    }

    @Test func `an untracked sku never runs out`() async throws {
        try await desk.restock(StockChange(sku: CheckoutDesk.sku("cupcake"), tracked: false))
        let order = try await desk.place(desk.request(("cupcake", 1_000_000)))
        #expect(order.status == .placed)
        #expect(try await desk.available("cupcake") == 0)
    }

    @Test func `stock is taken to the last unit and never below`() async throws {
        _ = try await desk.place(desk.request(("kiwi", 3)))
        let fault = await refusal { try await desk.place(desk.request(("kiwi", 1))) }
        #expect(fault?.code == "out_of_stock")
        #expect(try await desk.available("kiwi") == 0)
    }

    @Test func `sums beyond every number are a fault, not a wrap`() async throws {
        var huge = CheckoutDesk.quote(("kiwi", 1), ("kiwi", 1))
        huge.lines[0].quantity = Quantity(WireInteger.range.upperBound)
        let fault = await refusal { try await desk.place(desk.request(huge)) }
        #expect(fault?.code == "quantity_too_large")
        #expect(fault?.details.map(\.field) == ["lines[1].quantity"])
    }

    @Test func `a payment method that the shop does not accept is refused by name`() async throws {
        var request = try desk.request(("mango", 1))
        request.payment = PaymentChoice(method: "sandbox", token: "tok_approve")
        let fault = await refusal { try await desk.place(request) }
        #expect(fault?.status == .invalidArgument)
        #expect(fault?.details.map(\.field) == ["payment.method"])
        #expect(fault?.details[0].facts == ["accepted": "offline"])
        #expect(try await desk.available("mango") == 10)
    }

    @Test(arguments: ["4111111111111111", "t", ""])
    func `who pays later has no token to give, and it is not repeated`(token: String) async throws {
        var request = try desk.request(("mango", 1))
        request.payment.token = token
        let fault = await refusal { try await desk.place(request) }
        #expect(fault?.status == .invalidArgument)
        #expect(fault?.code == "invalid_request")
        #expect(fault?.message == "payment.token: offline takes no token")
        #expect(fault?.details.map(\.field) == ["payment.token"])
        #expect(fault?.details.first?.facts == [:])
        #expect(try await desk.available("mango") == 10)
        #expect(try await desk.orders(ListOrders()).orders.isEmpty)
    }

    @Test func `a change without a key is refused`() async throws {
        let fault = await refusal {
            try await desk.checkout.place(desk.request(("mango", 1)), desk.context(PlaceOrder.self))
        }
        #expect(fault?.code == "idempotency_key_required")
    }
}
