import Contracts
import Testing

/// The rules that need no state: each row is a body, and what is said of it.
@Suite struct CatalogRuleTests {
    @Test(arguments: [
        (#"{"text":"a\u0001"}"#, ["text invalid_request"]),
        (#"{"text":"\#(longText)"}"#, ["text invalid_request"]),
        (#"{"limit":0}"#, ["limit invalid_request"]),
        (#"{"limit":-1}"#, ["limit invalid_request"]),
        (#"{"limit":101}"#, ["limit invalid_request"]),
        (
            #"{"minPrice":-1,"maxPrice":-2,"limit":0}"#,
            [
                "minPrice invalid_request", "maxPrice invalid_request", "currency invalid_request",
                "limit invalid_request",
            ]
        ),
        (
            #"{"categories":\#(words(51)),"sellers":\#(words(51)),"tags":\#(words(51))}"#,
            ["categories invalid_request", "sellers invalid_request", "tags invalid_request"]
        ),
        (#"{"sort":"cheapest"}"#, ["sort invalid_request"]),
        (#"{"currency":"usd"}"#, ["currency unsupported_currency"]),
        (#"{"text":"   ","limit":100,"sort":"-rating","unheardOf":[1]}"#, []),
        ("{}", []),
    ])
    func `a search keeps its bounds`(body: String, said: [String]) {
        #expect(problems(SearchProducts.self, body) == said)
    }

    @Test(arguments: [
        (#"{"skus":[]}"#, ["skus invalid_request"]),
        (#"{"skus":\#(words(501))}"#, ["skus invalid_request"]),
        (#"{"skus":\#(words(500))}"#, []),
        (#"{"skus":null}"#, ["skus invalid_request"]),
        ("{}", ["skus invalid_request"]),
    ])
    func `a list of skus has 1 to 500`(body: String, said: [String]) {
        #expect(problems(GetProducts.self, body) == said)
        #expect(problems(RemoveProducts.self, body) == said)
        #expect(problems(RemoveOffers.self, body) == said)
        #expect(problems(GetOfferDefinitions.self, body) == said)
        #expect(problems(GetStock.self, body) == said)
    }

    private static func product(_ changed: [String: String]) -> String {
        var members = [
            "sku": #""kiwi""#, "name": #""Kiwi""#, "description": #""""#, "category": #""fruit""#,
            "unit": #""each""#, "tags": "[]",
        ]
        members.merge(changed) { $1 }
        return "{" + members.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    @Test(
        arguments: [
            ([:], []),
            (["name": #"" \u00a0\t""#], ["name invalid_request", "name invalid_request"]),
            (["name": #""a\nb""#], ["name invalid_request"]),
            (["description": #""a\nb\tc""#], []),
            (["description": #""a\u0007""#], ["description invalid_request"]),
            (["description": "\"\(String(repeating: "x", count: 16384))\""], []),
            (["description": "\"\(String(repeating: "x", count: 16385))\""], ["description invalid_request"]),
            (["category": #""""#, "unit": #""""#], ["category invalid_request", "unit invalid_request"]),
            (["color": #""red""#], ["color invalid_request"]),
            (["color": ##""#FF59""##], ["color invalid_request"]),
            (["color": ##""#FF5959""##, "rating": "5"], []),
            (["rating": "5.1"], ["rating invalid_request"]),
            (["rating": "-1"], ["rating invalid_request"]),
            (
                ["seller": #"{"name":"","occupation":"a\r"}"#],
                ["seller.name invalid_request", "seller.occupation invalid_request"]
            ),
            (["tags": words(51)], ["tags invalid_request"]),
            (["tags": #"["a",""]"#], ["tags[1] invalid_request"]),
            (["image": "\"\(longText)\""], ["image invalid_request"]),
        ] as [([String: String], [String])])
    func `a product's texts, color, rating and tags are checked`(changed: [String: String], said: [String]) {
        let body = #"{"products":[\#(Self.product(["sku": #""mango""#])),\#(Self.product(changed))]}"#
        #expect(problems(PutProducts.self, body) == said.map { "products[1].\($0)" })
    }

    @Test func `one put names a sku once`() {
        let body = #"{"products":[\#(Self.product([:])),\#(Self.product([:]))]}"#
        #expect(problems(PutProducts.self, body) == ["products[1].sku invalid_request"])
        #expect(problems(PutProducts.self, #"{"products":[]}"#) == ["products invalid_request"])
    }
}
