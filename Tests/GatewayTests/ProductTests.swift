import Contracts
import FoundationEssentials
import Testing

@testable import Gateway

@Suite struct ProductTests {
    @Test func `products are stored with what is left to do until they sell`() async throws {
        let path = "/tmp/kiwi-\(makeIdempotencyKey()).json"
        try Data(Self.kiwi.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let services = FakeServices([
            "catalog.put": reply(#"{"created":1,"unchanged":0,"updated":0}"#),
            "pricing.get": reply(#"{"missing":["kiwi"],"offers":[]}"#),
            "checkout.stock": reply(
                #"{"levels":[{"available":0,"onHand":0,"reserved":0,"sku":"kiwi","tracked":true}]}"#),
        ])
        let ending = await gateway("product", "put", path, services: services)
        #expect(ending.output == "1 created, 0 updated, 0 unchanged\n")
        let notes = ending.errors.split(separator: "\n")
        #expect(notes.first == "gateway: no offer yet: kiwi (`gateway price SKU AMOUNT` makes one)")
        #expect(
            notes.last == "gateway: no stock yet: kiwi (`gateway restock SKU N` counts what there is)")
        #expect(ending.exitCode == .done)

        let alone = FakeServices(["catalog.put": reply(#"{"created":1,"unchanged":0,"updated":0}"#)])
        #expect(await gateway("product", "put", path, services: alone).errors == "")
    }

    private static let kiwi =
        #"{"category":"fruit","description":"","name":"Kiwi","sku":"kiwi","tags":[],"unit":"each"}"#

    @Test(arguments: [kiwi, #"{"products":[\#(kiwi)]}"#])
    func `a file holds one product or a list of them`(text: String) throws {
        let request = try ProductPutCommand.request(Array(text.utf8), path: "kiwi.json")
        #expect(request.products.map(\.name) == ["Kiwi"])
    }

    @Test(arguments: [
        ("nonsense", "kiwi.json: not valid JSON (line 1, column 2)"),
        ("{\n  \"sku\": \"kiwi\"\n  \"name\": 1}", "kiwi.json: not valid JSON (line 3, column 3)"),
        ("", "kiwi.json is empty"), (" \n", "kiwi.json is empty"), ("[]", "kiwi.json: must be an object"),
        (#"{"products":[{"sku":"a b"}]}"#, "kiwi.json: products[0].sku"),
        (#"{"sku":"kiwi"}"#, "kiwi.json: name: missing"),
        (#"{"sku":"kiwi","colour":"red"}"#, "kiwi.json: colour: no such field: did you mean color?"),
        (#"{"products":[{"sku":"kiwi","prices":[]}]}"#, "kiwi.json: products[0].prices: no such field"),
    ])
    func `another file is refused by its name`(text: String, message: String) {
        let error = #expect(throws: GatewayError.self) {
            try ProductPutCommand.request(Array(text.utf8), path: "kiwi.json")
        }
        #expect(error?.text.hasPrefix("gateway: \(message)") == true)
        #expect(error?.exitCode == .usage)
    }

    @Test func `a file that is not there is a usage error`() async {
        let ending = await gateway("product", "put", "/nowhere/kiwi.json")
        #expect(
            ending.errors
                == "gateway: /nowhere/kiwi.json: No such file or directory (name a file of JSON, or - for stdin)\n"
        )
        #expect(ending.exitCode == .usage)
    }

    @Test func `products are removed by sku`() async {
        let services = FakeServices([
            "pricing.remove": reply(#"{"removed":2}"#), "catalog.remove": reply(#"{"removed":1}"#),
            "catalog.get": reply(Self.isThere),
        ])
        let ending = await gateway("product", "remove", "kiwi", "mango", services: services)
        #expect(ending.output == "1 product and 2 offers removed\n")
        #expect(await services.calls.map(\.method) == ["catalog.get", "pricing.remove", "catalog.remove"])
        #expect(await services.bodies("pricing.remove") == [#"{"skus":["kiwi","mango"]}"#])
        #expect(await services.bodies("catalog.remove") == [#"{"skus":["kiwi","mango"]}"#])
        let json = await gateway("product", "remove", "kiwi", "--json", services: services)
        #expect(json.output == #"{"offersRemoved":2,"removed":1}"# + "\n")
    }

    private static let isThere = #"{"missing":[],"products":[]}"#
    private static let isMissing = reply(#"{"missing":["strawbery"],"products":[]}"#)

    @Test func `to remove what is not there is refused, with what may be meant`() async {
        let services = FakeServices([
            "catalog.get": Self.isMissing, "pricing.get": reply(#"{"missing":["strawbery"],"offers":[]}"#),
            "catalog.search": reply(Samples.search), "pricing.remove": reply(#"{"removed":1}"#),
            "catalog.remove": reply(#"{"removed":1}"#),
        ])
        let alone = await gateway("product", "remove", "strawbery", services: services)
        #expect(
            alone.errors
                == "gateway: no product strawbery (did you mean strawberry?) (`gateway search` finds skus)\n")
        #expect(alone.exitCode == .refused && alone.output == "")
        #expect(await services.count("pricing.remove") == 0)

        let among = await gateway("product", "remove", "kiwi", "strawbery", services: services)
        #expect(among.output == "1 product and 1 offer removed\n")
        #expect(among.errors == "gateway: no product strawbery (did you mean strawberry?)\n")
        #expect(among.exitCode == .refused)
        let json = await gateway("product", "remove", "kiwi", "strawbery", "--json", services: services)
        #expect(json.output == #"{"missing":["strawbery"],"offersRemoved":1,"removed":1}"# + "\n")
        #expect(json.exitCode == .refused)
    }

    @Test func `what is not there is no error where that is said`() async {
        let services = FakeServices([
            "pricing.remove": reply(#"{"removed":0}"#), "catalog.remove": reply(#"{"removed":0}"#),
        ])
        let ending = await gateway("product", "remove", "kiwi", "--if-exists", services: services)
        #expect(ending.output == "0 products and 0 offers removed\n")
        #expect(ending.errors == "" && ending.exitCode == .done)
    }

    @Test func `an offer without a product is there to be removed`() async {
        let services = FakeServices([
            "catalog.get": Self.isMissing, "pricing.get": reply(#"{"missing":[],"offers":[]}"#),
            "pricing.remove": reply(#"{"removed":1}"#), "catalog.remove": reply(#"{"removed":0}"#),
        ])
        let ending = await gateway("product", "remove", "strawbery", services: services)
        #expect(ending.output == "0 products and 1 offer removed\n")
        #expect(ending.errors == "" && ending.exitCode == .done)
    }

    @Test func `without pricing no product is removed, without the catalog only offers`() async {
        let unpriced = FakeServices([
            "catalog.remove": reply(#"{"removed":1}"#), "catalog.get": reply(Self.isThere),
        ])
        let first = await gateway("product", "remove", "kiwi", services: unpriced)
        #expect(first.errors.hasPrefix("gateway: pricing does not answer"))
        #expect(first.exitCode == .unreachable)
        #expect(await unpriced.count("catalog.remove") == 0)

        let halfway = FakeServices([
            "pricing.remove": reply(#"{"removed":1}"#), "catalog.get": reply(Self.isThere),
        ])
        let second = await gateway("product", "remove", "kiwi", services: halfway)
        #expect(second.errors.hasPrefix("gateway: catalog does not answer"))
        #expect(
            second.errors.hasSuffix("; the offers are removed, repeat the command to remove the products\n"))
        #expect(second.exitCode == .unreachable)
    }
}
