import Contracts
import ShopTesting
import Testing
import WireProtocol

@testable import Checkout

@Suite struct CancelTests {
    let desk: CheckoutDesk

    init() async throws {
        desk = try CheckoutDesk()
        try await desk.setStock("mango", 10)
        try await desk.restock(StockChange(sku: CheckoutDesk.sku("cupcake"), tracked: false))
    }

    @Test func `cancelling restocks, voids the payment and is a step of the timeline`() async throws {
        let order = try await desk.place(desk.request(("mango", 2), ("mango", 1)))
        let later = CheckoutDesk.noon.adding(milliseconds: 1)
        let cancelled = try await desk.cancel(order, note: "changed my mind", now: later)
        #expect(cancelled.status == .cancelled)
        #expect(cancelled.payment.status == .voided)
        #expect(
            cancelled.timeline
                == order.timeline + [TimelineEntry(event: "cancelled", at: later, note: "changed my mind")])
        #expect(try await desk.available("mango") == 10)
        #expect(try await desk.order(FindOrder(id: order.id)) == cancelled)
    }

    @Test func `a cancelled order is not cancelled again, and restocks once`() async throws {
        let order = try await desk.cancel(desk.place(desk.request(("mango", 2))))
        let fault = await refusal { try await desk.cancel(order) }
        #expect(fault?.code == "wrong_state")
        #expect(fault?.status == .failedPrecondition)
        #expect(fault?.message == "the order is cancelled already")
        #expect(fault?.details[0].facts == ["state": "cancelled", "wanted": "cancelled"])
        #expect(try await desk.available("mango") == 10)
    }

    @Test func `what an order did not take is not given back`() async throws {
        let order = try await desk.place(desk.request(("cupcake", 5), ("mango", 1)))
        try await desk.restock(StockChange(sku: CheckoutDesk.sku("cupcake"), tracked: true))
        try await desk.restock(StockChange(sku: CheckoutDesk.sku("mango"), tracked: false))
        _ = try await desk.cancel(order)
        #expect(try await desk.available("cupcake") == 0)
        #expect(try await desk.available("mango") == 0)
    }

    @Test func `what would pass the highest count is given back neither in part nor in silence`() async throws
    {
        try await desk.setStock("kiwi", 1)
        let order = try await desk.place(desk.request(("kiwi", 1), ("mango", 3)))
        let most = WireInteger.range.upperBound
        try await desk.setStock("mango", most - 2)
        let fault = await refusal { try await desk.cancel(order) }
        #expect(fault?.code == "stock_full")
        #expect(fault?.status == .failedPrecondition)
        #expect(
            fault?.details[0].facts
                == ["sku": "mango", "onHand": .number(most - 2), "quantity": 3, "max": .number(most)])
        #expect(try await desk.available("kiwi") == 0)
        #expect(try await desk.order(FindOrder(id: order.id)) == order)
        try await desk.setStock("mango", most - 3)
        #expect(try await desk.cancel(order).status == .cancelled)
        #expect(try await desk.available("mango") == most)
    }

    @Test(arguments: ["", "1", "x", "1-", "1-AAAAAAAAAAAAAAAAAAAAAA", "99-a", "-1-a", "01-a", "+1-a"])
    func `an id that is none is an unknown order`(id: String) async throws {
        var order = try await desk.place(desk.request(("mango", 1)))
        order.id = id
        let fault = await refusal { try await desk.cancel(order) }
        #expect(fault?.code == "unknown_order")
        #expect(fault?.status == .notFound)
    }

    static let mayCancel: [(OrderStatus, Bool)] = [
        (.placed, true), (.paid, true), (.shipped, false), (.delivered, false), (.cancelled, false),
    ]

    @Test(arguments: mayCancel)
    func `only what is placed or paid can be cancelled`(status: OrderStatus, may: Bool) throws {
        let payment = Payment(method: "offline", status: .due, authorised: 0, captured: 0, refunded: 0)
        var state = OrderState(placedAt: CheckoutDesk.noon, payment: payment)
        state.status = status
        if may {
            #expect(try state.cancelled(at: CheckoutDesk.noon, note: nil).status == .cancelled)
        } else {
            let fault = #expect(throws: Fault.self) { try state.cancelled(at: CheckoutDesk.noon, note: nil) }
            #expect(fault == .wrongState(status, wanted: .cancelled))
        }
    }
}
