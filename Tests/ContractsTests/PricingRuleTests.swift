import Contracts
import Testing

@Suite struct PricingRuleTests {
    private static func lines(_ count: Int) -> String {
        "[" + Array(repeating: #"{"sku":"kiwi","quantity":1}"#, count: count).joined(separator: ",") + "]"
    }

    @Test(arguments: [
        (#"{"currency":"USD","lines":\#(lines(200))}"#, []),
        (#"{"currency":"USD","lines":\#(lines(201))}"#, ["lines too_many_lines"]),
        (#"{"currency":"USD","lines":[]}"#, ["lines invalid_request"]),
        (#"{"lines":\#(lines(1))}"#, ["currency invalid_request"]),
        (#"{"currency":"ABC","lines":7}"#, ["currency unsupported_currency"]),
        (
            #"{"currency":"USD","lines":[{"sku":"kiwi","quantity":0,"note":"\u0000a"}]}"#,
            ["lines[0].note invalid_request"]
        ),
        (#"{"currency":"USD","lines":\#(lines(1)),"coupons":["A"," "]}"#, ["coupons[1] invalid_request"]),
        (#"{"currency":"USD","lines":\#(lines(1)),"coupons":\#(words(51))}"#, ["coupons invalid_request"]),
        (
            #"{"currency":"USD","lines":\#(lines(1)),"destination":{"country":"us","region":"\u001b[2J"}}"#,
            ["destination.country invalid_request", "destination.region invalid_request"]
        ),
        (
            #"{"currency":"USD","lines":\#(lines(1)),"destination":{"country":"XX"}}"#,
            ["destination.country invalid_request"]
        ),
        (
            #"{"currency":"USD","lines":\#(lines(1)),"destination":{"country":"USA"}}"#,
            ["destination.country invalid_request"]
        ),
        (
            #"{"currency":"USD","lines":\#(lines(1)),"at":"2026-06-19T12:00:00Z","lock":true}"#,
            ["at invalid_request"]
        ),
        (#"{"currency":"USD","lines":\#(lines(1)),"at":"2026-06-19T12:00:00Z","lock":false}"#, []),
        (#"{"currency":"USD","lines":\#(lines(1)),"customer":"\#(longText)"}"#, ["customer invalid_request"]),
    ])
    func `a basket keeps its bounds`(body: String, said: [String]) {
        #expect(problems(QuoteBasket.self, body) == said)
    }

    private static func offer(_ members: String) -> String {
        #"{"offers":[{"sku":"kiwi","prices":[{"currency":"USD","unitPrice":1}],\#(members)}]}"#
    }

    @Test(arguments: [
        (#"{"offers":[]}"#, ["offers invalid_request"]),
        (#"{"offers":[{"sku":"kiwi","prices":[]}]}"#, ["offers[0].prices invalid_request"]),
        (
            #"{"offers":[{"sku":"kiwi","prices":[{"currency":"USD","unitPrice":-1}]}]}"#,
            ["offers[0].prices[0].unitPrice invalid_request"]
        ),
        (
            #"{"offers":[{"sku":"a","prices":[{"currency":"USD","unitPrice":1}]},{"sku":"a","prices":[{"currency":"USD","unitPrice":1}]}]}"#,
            ["offers[1].sku invalid_request"]
        ),
        (offer(#""quantity":{"min":1,"max":1,"step":1}"#), []),
        (
            offer(#""quantity":{"min":0,"max":-1,"step":0}"#),
            [
                "offers[0].quantity.min invalid_request", "offers[0].quantity.max invalid_request",
                "offers[0].quantity.step invalid_request",
            ]
        ),
        (offer(#""taxCategory":"""#), ["offers[0].taxCategory invalid_request"]),
        (
            offer(#""content":{"quantity":0,"measure":""}"#),
            ["offers[0].content.quantity invalid_request", "offers[0].content.measure invalid_request"]
        ),
        (
            offer(#""options":[{"id":"f","name":"F","required":true,"multiple":false,"choices":[]}]"#),
            ["offers[0].options[0].choices invalid_request"]
        ),
    ])
    func `an offer's definition is checked`(body: String, said: [String]) {
        #expect(problems(PutOffers.self, body) == said)
    }

    private static func choice(_ id: String, surcharges: String = "[]") -> String {
        #"{"id":"\#(id)","name":"C","surcharges":\#(surcharges),"per":"unit"}"#
    }

    private static func group(_ id: String, _ choices: String...) -> String {
        let list = choices.joined(separator: ",")
        return #"{"id":"\#(id)","name":"G","required":false,"multiple":true,"choices":[\#(list)]}"#
    }

    @Test(arguments: [
        ([group("a", choice("x"), choice("y")), group("b", choice("x"))], []),
        ([group("a", choice("x")), group("a", choice("x"))], ["[1].id invalid_request"]),
        ([group("a", choice("x"), choice("x"))], ["[0].choices[1].id invalid_request"]),
        ([group("", choice(" "))], ["[0].id invalid_request", "[0].choices[0].id invalid_request"]),
        (
            [
                group(
                    "a",
                    choice(
                        "x", surcharges: #"[{"currency":"USD","amount":-1},{"currency":"USD","amount":1}]"#))
            ],
            [
                "[0].choices[0].surcharges[0].amount invalid_request",
                "[0].choices[0].surcharges[1].currency invalid_request",
            ]
        ),
    ])
    func `option groups and choices are distinct and cost nothing or something`(
        groups: [String], said: [String]
    ) {
        let body = Self.offer(#""options":[\#(groups.joined(separator: ","))]"#)
        #expect(problems(PutOffers.self, body) == said.map { "offers[0].options\($0)" })
    }

    @Test(arguments: [
        ("[]", []),
        (#"[{"minQuantity":2,"unitPrice":9},{"minQuantity":3,"unitPrice":10}]"#, []),
        (#"[{"minQuantity":1,"unitPrice":9}]"#, ["tiers[0].minQuantity invalid_request"]),
        (
            #"[{"minQuantity":11,"unitPrice":9},{"minQuantity":11,"unitPrice":-8}]"#,
            ["tiers[1].unitPrice invalid_request", "tiers[1].minQuantity invalid_request"]
        ),
    ])
    func `tiers rise strictly from above one`(tiers: String, said: [String]) {
        let body = #"{"sku":"kiwi","currency":"USD","unitPrice":10,"tiers":\#(tiers)}"#
        #expect(problems(SetPrice.self, body) == said)
        let offer =
            #"{"offers":[{"sku":"kiwi","prices":[{"currency":"USD","unitPrice":10,"tiers":\#(tiers)}]}]}"#
        #expect(problems(PutOffers.self, offer) == said.map { "offers[0].prices[0].\($0)" })
    }

    @Test func `a price is not negative`() {
        let body = #"{"sku":"kiwi","currency":"USD","unitPrice":-1}"#
        #expect(problems(SetPrice.self, body) == ["unitPrice invalid_request"])
    }
}
