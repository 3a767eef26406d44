import Contracts
import Messaging
import Testing
import WireProtocol

@testable import Gateway

@Suite struct SearchTests {
    private func services(
        offers: @escaping FakeServices.Answering = reply(Samples.offers),
        stock: @escaping FakeServices.Answering = reply(Samples.stock)
    ) -> FakeServices {
        FakeServices([
            "catalog.search": reply(Samples.search), "pricing.offers": offers, "checkout.stock": stock,
        ])
    }

    @Test func `a search joins the three services in one table`() async {
        let services = services()
        let ending = await gateway("search", "berr", "--limit", "3", services: services)
        #expect(
            ending.output == """
                SKU         NAME           PRICE  UNIT      PER          STOCK
                blueberry   Blueberries     0.25  1 lb                      97
                strawberry  Strawberries    0.50  1 lb  1.10/kg            100
                cupcake     Berry cupcake      -  each           made to order

                3 of 7, prices in USD
                next page: repeat with --cursor c2

                """)
        #expect(ending.exitCode == .done)
        #expect(await services.bodies("catalog.search") == [#"{"currency":"USD","limit":3,"text":"berr"}"#])
        #expect(
            await services.bodies("pricing.offers")
                == [#"{"currency":"USD","skus":["blueberry","strawberry","cupcake"]}"#])
    }

    @Test func `rows come without prices when pricing is late`() async {
        let ending = await gateway(
            "search", "berr", "--timeout", "1500ms", services: services(offers: fail(.late)))
        #expect(
            ending.output == """
                SKU         NAME           PRICE  UNIT          STOCK
                blueberry   Blueberries        ?  1 lb             97
                strawberry  Strawberries       ?  1 lb            100
                cupcake     Berry cupcake      ?  each  made to order

                3 of 7, prices in USD
                next page: repeat with --cursor c2
                partial: no prices, pricing did not answer within 1.5 s

                """)
        #expect(ending.exitCode == .done)
    }

    @Test func `rows come without stock when checkout is away, and JSON says so`() async {
        let ending = await gateway(
            "search", "--json", services: services(stock: fail(.unreachable(at: "tcp://127.0.0.1:7030"))))
        #expect(ending.output.contains(#""partial":["checkout"]"#))
        #expect(ending.output.contains(#""offer":{"options":[]"#))
        #expect(!ending.output.contains(#""stock""#))
        let whole = await gateway("search", "--json", services: services())
        #expect(whole.output.contains(#""partial":[]"#))
        #expect(whole.output.contains(#""stock":{"available":97,"#))
    }

    @Test func `filters and sorts by price go to the catalog`() async {
        let services = services()
        _ = await gateway(
            "search", "--in-stock", "--min-price", "0.10", "--max-price", "2", "--sort", "price",
            services: services)
        #expect(
            await services.bodies("catalog.search") == [
                #"{"currency":"USD","inStock":true,"maxPrice":200,"minPrice":10,"sort":"price"}"#
            ])
    }

    @Test func `what the catalog has heard stands in for who is away, with its age`() throws {
        // The catalog's time of day is of no use where clocks differ.
        let asOf = SystemTime().now().adding(milliseconds: 3_600_000)
        let product = Product(
            sku: try #require(Sku("kiwi")), name: "Kiwi", description: "", category: "fruit", unit: "each")
        let hit = SearchHit(
            product: product, match: .name, price: 120, available: 7, asOf: asOf, ageMilliseconds: 12_345)
        let missing = ServiceFailure(service: .pricing, reason: .late)
        var selling = Selling(
            currency: .usDollar, offers: .missing(missing),
            stock: .missing(ServiceFailure(service: .checkout, reason: .late)), waitedMilliseconds: 3000)
        selling.heard = [product.sku: hit]
        let answer = SearchAnswer(
            found: SearchProducts.Reply(items: [hit], facets: SearchFacets(), total: 1), selling: selling)
        #expect(
            answer.text(.plain) == """
                SKU   NAME  PRICE  UNIT  STOCK
                kiwi  Kiwi   1.20  each      7

                1 of 1, prices in USD
                partial: prices as the catalog heard them 12 s ago, pricing did not answer within 3 s; \
                stock as the catalog heard it 12 s ago, checkout did not answer within 3 s

                """)
    }

    @Test func `a refusal by pricing is no partial answer`() async {
        let refusal = refuse(.invalidArgument, "unsupported_currency", "the shop does not sell in CHF")
        let ending = await gateway("search", "--currency", "CHF", services: services(offers: refusal))
        #expect(ending.errors == "gateway: the shop does not sell in CHF (--currency chooses another)\n")
        #expect(ending.exitCode == .refused)
    }

    @Test func `without the catalog there is nothing to show`() async {
        let ending = await gateway("search", services: FakeServices(["catalog.search": fail(.late)]))
        #expect(ending.output == "")
        #expect(
            ending.errors
                == "gateway: catalog did not answer within 3 s: `gateway status` tells how it is, --timeout waits longer\n"
        )
        #expect(ending.exitCode == .unreachable)
    }

    @Test func `nothing found asks nobody else`() async {
        let empty = #"{"facets":{"category":[],"seller":[],"tag":[]},"items":[],"total":0}"#
        let services = FakeServices(["catalog.search": reply(empty)])
        let ending = await gateway("search", "zzz", services: services)
        #expect(ending.output == "nothing found\n")
        #expect(await services.calls.count == 1)
    }

    @Test func `a search that the catalog did not end is marked as partial`() async {
        let cut = #"{"facets":{"category":[],"seller":[],"tag":[]},"items":[],"partial":true,"total":0}"#
        let services = FakeServices(["catalog.search": reply(cut)])
        let ending = await gateway("search", "zzz", services: services)
        #expect(
            ending.output == """
                nothing found
                partial: the catalog could not look at everything, so more may match; try other words

                """)
        let json = await gateway("search", "zzz", "--json", services: services)
        #expect(json.output.contains(#""partial":["catalog"]"#))
    }

    @Test func `a product is shown with its offer and stock`() async {
        let product = """
            {"missing":[],"products":[{"category":"cake","color":"#FF5959","description":"Soft.\\nSweet.",\
            "name":"Cupcake","rating":4.5,"seller":{"name":"Ana","occupation":"baker"},"sku":"cupcake",\
            "tags":["a","b"],"unit":"each"}]}
            """
        let offer = """
            {"currency":"USD","missing":[],"offers":[{"options":[{"choices":[{"id":"rainbow","name":"Rainbow",\
            "per":"line","surcharge":150}],"id":"flavour","multiple":false,"name":"Flavour","required":true}],\
            "quantity":{"max":20,"min":3,"step":1},"sku":"cupcake","taxCategory":"standard",\
            "tiers":[{"minQuantity":11,"unitPrice":190}],"unitPrice":200}]}
            """
        let services = FakeServices([
            "catalog.get": reply(product), "pricing.offers": reply(offer),
            "checkout.stock": reply(Samples.stock),
        ])
        let ending = await gateway("show", "cupcake", services: services)
        #expect(
            ending.output == """
                sku       cupcake
                name      Cupcake
                category  cake
                unit      each
                seller    Ana, baker
                rating    4.5 of 5
                color     #FF5959
                tags      a, b
                price     2.00 USD
                from 11   1.90 each
                quantity  3 to 20
                stock     made to order
                about     Soft.
                          Sweet.

                OPTION   CHOICE   NAME     SURCHARGE  RULE
                flavour  rainbow  Rainbow      +1.50  once per line; required, one of

                """)
    }

    @Test func `an unknown product is refused by name`() async {
        let services = FakeServices([
            "catalog.get": reply(#"{"missing":["nope"],"products":[]}"#),
            "pricing.offers": reply(#"{"currency":"USD","missing":["nope"],"offers":[]}"#),
            "checkout.stock": reply(#"{"levels":[]}"#),
        ])
        let ending = await gateway("show", "nope", services: services)
        #expect(ending.errors == "gateway: no product nope (`gateway search` finds skus)\n")
        #expect(ending.exitCode == .refused)
    }
}
