import Testing
import WireProtocol

@testable import Gateway

@Suite struct PriceTests {
    @Test(arguments: [("0", true), ("0.11", true), ("0.12", false), ("12.00", false), ("12.01", true)])
    func `an unusual price is asked for once more`(amount: String, isAsked: Bool) async {
        let offer = #"{"prices":[{"currency":"USD","unitPrice":120}],"sku":"kiwi"}"#
        let services = FakeServices([
            "pricing.get": reply(#"{"missing":[],"offers":[\#(offer)]}"#), "pricing.setPrice": reply(offer),
        ])
        let ending = await gateway("price", "kiwi", amount, services: services)
        #expect(ending.exitCode == (isAsked ? .refused : .done))
        #expect(ending.errors.contains("--unusual sets it all the same") == isAsked)
        #expect(ending.errors.contains("and is 1.20 now") == isAsked)
        #expect(await services.count("pricing.setPrice") == (isAsked ? 0 : 1))
        #expect(await gateway("price", "kiwi", amount, "--unusual", services: services).exitCode == .done)
    }

    @Test func `a price is set in its currency, for its time`() async {
        let definition = """
            {"prices":[{"currency":"USD","unitPrice":120,"until":"2026-06-01T04:00:00.000Z"},\
            {"currency":"USD","from":"2026-06-01T04:00:00.000Z","tiers":[{"minQuantity":11,"unitPrice":90}],\
            "unitPrice":110}],"sku":"kiwi"}
            """
        let services = FakeServices(["pricing.setPrice": reply(definition)])
        let ending = await gateway(
            "price", "kiwi", "1.10", "--from", "2026-06-01", "--until", "2026-12-31T00:00:00Z",
            services: services)
        #expect(
            await services.bodies("pricing.setPrice") == [
                """
                {"currency":"USD","from":"2026-06-01","sku":"kiwi","unitPrice":110,"until":"2026-12-31T00:00:00.000Z"}
                """
            ])
        #expect(
            ending.output == """
                SKU   PRICE  CURRENCY  FROM                 UNTIL                TIERS
                kiwi   1.20  USD       -                    2026-06-01 04:00:00
                kiwi   1.10  USD       2026-06-01 04:00:00  -                    11: 0.90

                """)
    }

    private static let planned = """
        {"missing":[],"offers":[{"prices":[{"currency":"EUR","from":"2099-01-01T00:00:00.000Z","unitPrice":1},\
        {"currency":"USD","unitPrice":120,"until":"2099-06-01T00:00:00.000Z"},\
        {"currency":"USD","from":"2099-06-01T00:00:00.000Z","unitPrice":90,"until":"2099-07-01T00:00:00.000Z"},\
        {"currency":"USD","from":"2099-07-01T00:00:00.000Z","unitPrice":100}],"sku":"kiwi"}]}
        """
    private static let euro = #"{"currency":"EUR","from":"2099-01-01T00:00:00.000Z","unitPrice":1}"#
    private static let now = #"{"currency":"USD","unitPrice":120,"until":"2030-01-01T00:00:00.000Z"}"#

    static let takeovers: [(String, [String])] = [
        (
            #"{"currency":"USD","from":"2030-01-01T00:00:00.000Z","unitPrice":110}"#,
            [
                "0.90 USD from 2099-06-01T00:00:00.000Z until 2099-07-01T00:00:00.000Z",
                "1.00 USD from 2099-07-01T00:00:00.000Z",
            ]
        ),
        (
            #"""
            {"currency":"USD","from":"2030-01-01T00:00:00.000Z","unitPrice":110,"until":"2099-08-01T00:00:00.000Z"},\#
            {"currency":"USD","from":"2099-08-01T00:00:00.000Z","unitPrice":100}
            """#,
            ["0.90 USD from 2099-06-01T00:00:00.000Z until 2099-07-01T00:00:00.000Z"]
        ),
    ]

    @Test(arguments: takeovers)
    func `planned prices that give way to a new one are named`(left: String, ended: [String]) async {
        let services = FakeServices([
            "pricing.get": reply(Self.planned),
            "pricing.setPrice": reply(#"{"prices":[\#(Self.euro),\#(Self.now),\#(left)],"sku":"kiwi"}"#),
        ])
        let ending = await gateway("price", "kiwi", "1.10", services: services)
        #expect(ending.exitCode == .done)
        #expect(
            ending.errors == ended.map { "gateway: the price \($0) is no longer planned\n" }.joined())
    }

    private static let noOffer = Fault.Detail(
        field: "sku", code: "unknown_sku", message: "no product kiwi", facts: ["sku": "kiwi"])

    @Test func `the first price of a product makes its offer`() async {
        let unknown = refuse(.notFound, "unknown_sku", "sku: no product kiwi", details: [Self.noOffer])
        let services = FakeServices([
            "pricing.get": reply(#"{"missing":["kiwi"],"offers":[]}"#), "catalog.get": reply(Samples.kiwi),
            "pricing.setPrice": { call in
                String(decoding: call.body, as: UTF8.self).contains(#""create":true"#)
                    ? .body(#"{"prices":[{"currency":"USD","unitPrice":110}],"sku":"kiwi"}"#) : unknown(call)
            },
        ])
        let ending = await gateway("price", "kiwi", "1.10", services: services)
        #expect(ending.exitCode == .done)
        #expect(ending.output.contains("kiwi   1.10  USD"))
        #expect(ending.errors == "gateway: kiwi has its first price, and is for sale where there is stock\n")
        let keys = await services.calls.filter { $0.method == "pricing.setPrice" }.map(\.key)
        #expect(keys.count == 2 && keys[0] == keys[1])
    }

    @Test func `what the catalog does not know gets no price`() async {
        let services = FakeServices([
            "pricing.get": reply(#"{"missing":["kiwi"],"offers":[]}"#),
            "catalog.get": reply(Samples.noProducts),
            "pricing.setPrice": refuse(
                .notFound, "unknown_sku", "sku: no product kiwi", details: [Self.noOffer]),
        ])
        let ending = await gateway("price", "kiwi", "1.10", services: services)
        #expect(ending.exitCode == .refused)
        #expect(await services.count("pricing.setPrice") == 1)
    }
}
