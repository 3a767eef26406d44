import CBOR
import Contracts
import Testing
import WireProtocol

/// Orders, the requests for them and their events write and read themselves exactly as the general coder would.
@Suite struct DirectOrderCodingTests {
    private func expectSame<Value: Codable & Equatable>(_ value: Value) throws {
        let bytes = try CBOREncoder().encode(value)
        #expect(try CBOREncoder(usesDirectCoding: false).encode(value) == bytes)
        #expect(try CBORDecoder().decode(Value.self, from: bytes) == value)
        #expect(try CBORDecoder(usesDirectCoding: false).decode(Value.self, from: bytes) == value)
    }

    private func order(_ random: inout RandomQuotes) -> Order {
        let quote = random.quote()
        let instant = Timestamp(milliseconds: 1_781_870_400_123)
        return Order(
            id: "17-secret", number: "2026-000017", status: OrderStatus.allCases.randomElement() ?? .placed,
            placedAt: instant, currency: quote.currency, lines: quote.lines, subtotal: quote.subtotal,
            discount: quote.discount, shipping: quote.shipping, shippingTax: quote.shippingTax,
            tax: quote.tax, taxes: quote.taxes, total: quote.total,
            customer: Customer(name: "Ada", email: random.optionalText()), address: address(&random),
            payment: Payment(
                method: "offline", status: PaymentStatus.allCases.randomElement() ?? .due, authorised: 1,
                captured: -2, refunded: 70_000),
            timeline: [
                TimelineEntry(event: "placed", at: instant),
                TimelineEntry(event: "paid", at: instant, note: random.optionalText()),
            ])
    }

    private func address(_ random: inout RandomQuotes) -> Address {
        Address(
            street: "1 Main Street", city: "Grün", region: random.optionalText(),
            postalCode: random.optionalText(), country: "US")
    }

    @Test func `random orders are the same in both layers`() throws {
        var random = RandomQuotes()
        for _ in 0..<200 {
            let order = order(&random)
            try expectSame(order)
            try expectSame(OrderEvent(order))
            try expectSame(
                PlaceOrder(
                    token: "s1.abc", expectedTotal: order.total, customer: order.customer,
                    address: order.address,
                    payment: PaymentChoice(method: "offline", token: random.optionalText())))
        }
    }

    @Test(arguments: [true, false])
    func `a level of stock is the same in both layers`(isTracked: Bool) throws {
        try expectSame(StockLevel(sku: .example, tracked: isTracked, onHand: 12, reserved: 2, available: 10))
    }

    @Test func `an event's JSON is what a general decoder reads`() throws {
        var random = RandomQuotes()
        for _ in 0..<50 {
            let event = OrderEvent(order(&random))
            let json = try WireCoding.json(event)
            #expect(try WireCoding(.json).decode(OrderEvent.self, from: json) == event)
        }
    }
}
