import Testing
import WireProtocol

@testable import Gateway

@Suite struct QuoteTests {
    @Test func `a locked quote shows lines, total and token`() async {
        let services = FakeServices(["pricing.quote": reply(Samples.quote)])
        let ending = await gateway("quote", "cupcake:10", "--lock", services: services)
        #expect(
            ending.output == """
                SKU      QUANTITY  OPTIONS                                    PRICE  SURCHARGE  TOTAL
                cupcake        10  extras=frosting+sprinkles flavour=rainbow   2.00      16.50  36.50

                total  36.50 USD

                quote       q_1
                held until  2026-06-19 12:15:00 UTC
                token       v1.tok

                """)
        #expect(
            await services.bodies("pricing.quote")
                == [#"{"currency":"USD","lines":[{"quantity":10,"sku":"cupcake"}],"lock":true}"#])
    }

    @Test func `JSON is the wire's own`() async {
        let body = Samples.quote.replacing(#""total":3650}"#, with: #""total":3650,"unheardOf":true}"#)
        let services = FakeServices(["pricing.quote": reply(body)])
        #expect(await gateway("quote", "cupcake:10", "--json", services: services).output == body + "\n")
    }

    @Test func `discounts, taxes, steps and coupons are shown where there are any`() async {
        let body = """
            {"at":"2026-06-19T12:00:00.000Z","coupons":["TEN"],"currency":"USD","destination":{"country":"US"},\
            "discount":365,"lines":[{"discount":365,"note":"for Ben","quantity":10,"sku":"cupcake","surcharge":0,"tax":270,\
            "total":3285,"unitPrice":365,"why":[{"after":3650,"before":0,"what":"base price"}]}],\
            "rejectedCoupons":[{"code":"OLD","reason":"expired"}],"rounding":"half_up","shipping":500,"shippingTax":41,\
            "subtotal":3650,"tax":311,"taxIncluded":false,"taxMode":"line",\
            "taxes":[{"name":"VAT","net":3285,"ratePpm":82500,"tax":311}],"total":4096,\
            "why":[{"after":3785,"before":3285,"what":"shipping"}]}
            """
        let ending = await gateway(
            "quote", "cupcake:10", services: FakeServices(["pricing.quote": reply(body)]))
        #expect(
            ending.output == """
                SKU      QUANTITY  PRICE  DISCOUNT   TAX  TOTAL  NOTE
                cupcake        10   3.65      3.65  2.70  32.85  for Ben

                subtotal   36.50
                discount   -3.65
                shipping    5.00
                VAT 8.25%   3.11
                total      40.96 USD

                STEP        OF       BEFORE  AFTER
                base price  cupcake    0.00  36.50
                shipping    order     32.85  37.85
                coupon OLD does not apply: expired

                """)
    }

    @Test func `a refusal names the bounds`() async {
        let detail = Fault.Detail(
            field: "lines[0].quantity", code: "quantity_too_large", message: "at most 20",
            facts: ["min": 3, "max": 20, "step": 1])
        let services = FakeServices([
            "pricing.quote": refuse(
                .invalidArgument, "quantity_too_large", "lines[0].quantity: at most 20", details: [detail])
        ])
        let ending = await gateway("quote", "cupcake:21", services: services)
        #expect(
            ending.errors
                == "gateway: cupcake:21: at most 20 [min 3] (`gateway show SKU` tells the quantities)\n"
        )
        #expect(ending.exitCode == .refused)
    }

    private static func unknown(_ index: Int, _ sku: String) -> Fault.Detail {
        Fault.Detail(
            field: "lines[\(index)].sku", code: "unknown_sku", message: "no product \(sku)",
            facts: ["sku": .text(sku)])
    }

    @Test func `a product that the catalog has and pricing does not is told as one without an offer`() async {
        let services = FakeServices([
            "pricing.quote": refuse(
                .notFound, "unknown_sku", "lines[0].sku: no product kiwi", details: [Self.unknown(0, "kiwi")]),
            "catalog.get": reply(Samples.kiwi),
        ])
        let ending = await gateway("quote", "kiwi", services: services)
        #expect(
            ending.errors.hasPrefix(
                "gateway: kiwi has no offer yet (`gateway price SKU AMOUNT` makes one)"))
        #expect(ending.exitCode == .refused)
        #expect(await services.bodies("catalog.get") == [#"{"skus":["kiwi"]}"#])
    }

    @Test func `of several unknown products each is told as what it is`() async {
        let details = [Self.unknown(0, "nope"), Self.unknown(1, "kiwi")]
        let services = FakeServices([
            "pricing.quote": refuse(
                .notFound, "unknown_sku", "lines[0].sku: no product nope", details: details),
            "catalog.get": reply(Samples.kiwi),
        ])
        let ending = await gateway("quote", "nope", "kiwi", services: services)
        #expect(
            ending.errors == """
                gateway: no product nope; kiwi has no offer yet \
                (`gateway search` finds skus)

                """)
    }

    @Test(arguments: [reply(Samples.noProducts), fail(.late)])
    func `a product that nobody has, or the catalog cannot tell of, stays unknown`(
        catalog: @escaping FakeServices.Answering
    ) async {
        let services = FakeServices([
            "pricing.quote": refuse(
                .notFound, "unknown_sku", "lines[0].sku: no product nope", details: [Self.unknown(0, "nope")]),
            "catalog.get": catalog,
        ])
        let ending = await gateway("quote", "nope", services: services)
        #expect(ending.errors == "gateway: no product nope (`gateway search` finds skus)\n")
    }

    @Test(arguments: [
        ("2026-06-19", "2026-06-19T00:00:00.000Z"), ("2026-06-19T12:00:00Z", "2026-06-19T12:00:00.000Z"),
    ])
    func `a basket is priced at an instant, or where a day starts in UTC`(at: String, sent: String) async {
        let services = FakeServices(["pricing.quote": reply(Samples.quote)])
        _ = await gateway("quote", "kiwi", "--at", at, services: services)
        #expect(await services.bodies("pricing.quote").first?.contains(#""at":"\#(sent)""#) == true)
    }

    @Test(
        arguments: [(200_000, "20%"), (82_500, "8.25%"), (0, "0%"), (1, "0.0001%"), (-50_000, "-5%")]
            as [(Int64, String)])
    func `parts per million are a percentage`(partsPerMillion: Int64, text: String) {
        #expect(BasketTables.percent(partsPerMillion) == text)
    }
}
