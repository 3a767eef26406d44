import Contracts
import Testing

@Suite struct CheckoutRuleTests {
    @Test(arguments: [
        (#"{"id":"a"}"#, []), (#"{"number":"2026-000123"}"#, []), (#"{"key":"k"}"#, []),
        ("{}", [" invalid_request"]),
        (#"{"id":"a","key":"k"}"#, [" invalid_request"]),
        (#"{"id":"\#(longText)"}"#, ["id invalid_request"]),
    ])
    func `an order is found by exactly one of id, number and key`(body: String, said: [String]) {
        #expect(problems(FindOrder.self, body) == said)
    }

    @Test(arguments: [
        ("{}", []), (#"{"limit":1}"#, []), (#"{"limit":100}"#, []),
        (#"{"limit":0}"#, ["limit invalid_request"]),
        (#"{"limit":101,"cursor":"\u0007"}"#, ["limit invalid_request", "cursor invalid_request"]),
        (#"{"status":"lost"}"#, ["status invalid_request"]),
        (#"{"from":"yesterday"}"#, ["from invalid_request"]),
    ])
    func `a list of orders keeps its bounds`(body: String, said: [String]) {
        #expect(problems(ListOrders.self, body) == said)
    }

    @Test(arguments: [
        (#"{"id":"a","note":"late"}"#, []),
        ("{}", ["id invalid_request"]),
        (#"{"id":" "}"#, ["id invalid_request"]),
        (#"{"id":"a","note":"\u001b[31m"}"#, ["note invalid_request"]),
    ])
    func `a step of an order names it`(body: String, said: [String]) {
        #expect(problems(CancelOrder.self, body) == said)
        #expect(problems(PayOrder.self, body) == said)
        #expect(problems(ShipOrder.self, body) == said)
        #expect(problems(DeliverOrder.self, body) == said)
    }

    @Test(arguments: [
        (#"[{"sku":"a","add":-3},{"sku":"b","set":0},{"sku":"c","tracked":false}]"#, []),
        ("[]", ["changes invalid_request"]),
        (#"[{"sku":"a"}]"#, ["changes[0] invalid_request"]),
        (#"[{"sku":"a","add":1,"set":2}]"#, ["changes[0] invalid_request"]),
        (#"[{"sku":"a","set":-1}]"#, ["changes[0].set quantity_too_small"]),
        (#"[{"sku":"a","add":1},{"sku":"a","add":1}]"#, ["changes[1].sku invalid_request"]),
        (#"[{"sku":"a","add":1e21}]"#, ["changes[0].add quantity_too_large"]),
        (#"[{"sku":"a","add":0.5}]"#, ["changes[0].add not_a_whole_number"]),
    ])
    func `a change of stock says one thing of one sku`(changes: String, said: [String]) {
        #expect(problems(Restock.self, #"{"changes":\#(changes)}"#) == said)
    }

    @Test(arguments: [
        ("{}", ["token invalid_request"]),
        (#"{"token":"t","expectedTotal":1.5}"#, ["expectedTotal not_a_whole_number"]),
        (#"{"token":"t","expectedTotal":1e21}"#, ["expectedTotal amount_too_large"]),
        (#"{"token":"t","expectedTotal":1}"#, ["customer invalid_request"]),
        (#"{"token":"t","expectedTotal":1,"customer":{"name":7}}"#, ["customer.name invalid_request"]),
    ])
    func `placing says where its shape is wrong`(body: String, said: [String]) {
        #expect(problems(PlaceOrder.self, body) == said)
    }
}
