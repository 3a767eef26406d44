import Testing

@testable import Gateway

@Suite struct StockAndOrdersTests {
    private static let low =
        #"{"levels":[{"available":3,"onHand":3,"reserved":0,"sku":"kiwi","tracked":true}],"next":"3_kiwi"}"#

    @Test func `what there is little of is shown with its names`() async {
        let services = FakeServices([
            "checkout.lowStock": reply(Self.low), "catalog.get": reply(Samples.kiwi),
        ])
        let ending = await gateway("stock", "--below", "10", "--limit", "1", services: services)
        #expect(
            ending.output == """
                SKU   NAME  ON HAND  RESERVED  AVAILABLE
                kiwi  Kiwi        3         0          3

                next page: repeat with --cursor 3_kiwi

                """)
        #expect(await services.bodies("checkout.lowStock") == [#"{"below":10,"limit":1}"#])
        #expect(
            await gateway("stock", "--below", "10", "--json", services: services).output == Self.low + "\n")
    }

    @Test func `stock of named products is told, without names when the catalog is away`() async {
        let services = FakeServices(["checkout.stock": reply(Samples.stock)])
        let ending = await gateway("stock", "blueberry", "strawberry", "cupcake", services: services)
        #expect(
            ending.output == Samples.stockTable)
    }

    @Test(arguments: [
        [], ["kiwi", "--below", "3"], ["--below", "-1"], ["kiwi", "--limit", "3"], ["--cursor", "x"],
    ])
    func `stock asks for either skus or a bound`(words: [String]) async {
        let services = FakeServices()
        let program = Program(environment: [:], style: .plain) { _, run in await run(services) }
        #expect(await program.run(["stock"] + words).exitCode == .usage)
        #expect(await services.calls.isEmpty)
    }

    @Test func `orders are listed by buyer and day, without those of the bench`() async {
        let services = FakeServices(["checkout.orders": reply(#"{"orders":[]}"#)])
        _ = await gateway(
            "orders", "--buyer", "ada", "--day", "2026-06-19", "--without-bench", services: services)
        #expect(
            await services.bodies("checkout.orders") == [
                #"{"buyer":"ada","exceptBuyer":"Bench","from":"2026-06-19T00:00:00.000Z","until":"2026-06-20T00:00:00.000Z"}"#
            ])
        for words in [["--day", "2026-06-19T12:00:00Z"], ["--day", "2026-06-19", "--from", "2026-06-01"]] {
            let program = Program(environment: [:], style: .plain) { _, run in await run(services) }
            #expect(await program.run(["orders"] + words).exitCode == .usage)
        }
    }

    @Test func `a page that is not full goes on by itself`() async {
        let services = FakeServices([
            "checkout.orders": { call in
                let body = String(decoding: call.body, as: UTF8.self)
                return .body(
                    body.contains("cursor")
                        ? #"{"orders":[\#(Samples.order)]}"# : #"{"next":"c1","orders":[\#(Samples.order)]}"#)
            }
        ])
        let ending = await gateway("orders", "--buyer", "ada", "--limit", "5", services: services)
        #expect(ending.output.split(separator: "\n").count == 3)
        #expect(
            await services.bodies("checkout.orders") == [
                #"{"buyer":"ada","limit":5}"#, #"{"buyer":"ada","cursor":"c1","limit":4}"#,
            ])
    }
}
