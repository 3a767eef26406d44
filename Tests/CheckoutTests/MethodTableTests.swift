import Checkout
import Messaging
import ShopTesting
import Testing
import WireProtocol

@Suite struct MethodTableTests {
    @Test func `checkout answers its methods and no others`() throws {
        var handlers = Handlers()
        try CheckoutDesk().checkout.register(in: &handlers)
        #expect(
            handlers.methods == [
                "checkout.cancel", "checkout.lowStock", "checkout.order", "checkout.orders", "checkout.place",
                "checkout.restock", "checkout.stock",
            ])
        let fault = #expect(throws: Fault.self) { try handlers.handler(for: "checkout.ship") }
        #expect(fault?.code == "unknown_method")
    }
}
