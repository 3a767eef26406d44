import Contracts
import Testing
import WireProtocol

@Suite struct WholeNumberTests {
    private func basket(_ quantity: String) -> String {
        #"{"currency":"USD","lines":[{"sku":"kiwi","quantity":1},{"sku":"mango","quantity":\#(quantity)}]}"#
    }

    @Test(arguments: [
        ("3", 3), ("3.0", 3), ("1e2", 100), ("-2", -2), ("0", 0), ("9007199254740991", 9_007_199_254_740_991),
    ])
    func `a whole number is read however it is written`(text: String, value: Int64) throws {
        let body = Array(basket(text).utf8)
        let decoded = try WireCoding(.json).decode(QuoteBasket.self, from: body)
        #expect(decoded.lines[1].quantity == Quantity(value))
    }

    @Test(arguments: [
        ("3.5", "not_a_whole_number"), (#""3""#, "not_a_whole_number"), ("true", "not_a_whole_number"),
        ("null", "not_a_whole_number"), ("[3]", "not_a_whole_number"), ("{}", "not_a_whole_number"),
        ("1e21", "quantity_too_large"), ("9007199254740992", "quantity_too_large"),
        ("-9007199254740992", "quantity_too_large"), ("99999999999999999999", "quantity_too_large"),
    ])
    func `another quantity is refused by code and path`(text: String, code: String) {
        let fault = refusal(QuoteBasket.self, basket(text))
        #expect(fault?.status == .invalidArgument)
        #expect(fault?.code == code)
        #expect(fault?.details.map(\.field) == ["lines[1].quantity"])
    }

    @Test(arguments: [
        ("1.5", "not_a_whole_number"), (#""150""#, "not_a_whole_number"), ("false", "not_a_whole_number"),
        ("null", "not_a_whole_number"), ("1e21", "amount_too_large"),
        ("9007199254740992", "amount_too_large"),
    ])
    func `another amount is refused by code and path`(text: String, code: String) {
        let fault = refusal(SetPrice.self, #"{"sku":"kiwi","currency":"USD","unitPrice":\#(text)}"#)
        #expect(fault?.code == code)
        #expect(fault?.details.map(\.field) == ["unitPrice"])
    }

    @Test func `an optional whole number may be absent or null`() throws {
        let coding = WireCoding(.json)
        #expect(try coding.decode(ListOrders.self, from: Array("{}".utf8)).limit == nil)
        #expect(try coding.decode(ListOrders.self, from: Array(#"{"limit":null}"#.utf8)).limit == nil)
        #expect(refusal(ListOrders.self, #"{"limit":1.5}"#)?.code == "not_a_whole_number")
    }
}
