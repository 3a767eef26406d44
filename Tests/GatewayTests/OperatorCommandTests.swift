import Contracts
import Testing
import WireProtocol

@testable import Gateway

@Suite struct OperatorCommandTests {
    @Test(arguments: [
        (["restock", "kiwi", "50"], #"{"changes":[{"add":50,"sku":"kiwi"}]}"#),
        (["restock", "kiwi", "-3"], #"{"changes":[{"add":-3,"sku":"kiwi"}]}"#),
        (["restock", "kiwi", "97", "--set"], #"{"changes":[{"set":97,"sku":"kiwi"}]}"#),
        (["restock", "kiwi", "--untracked"], #"{"changes":[{"sku":"kiwi","tracked":false}]}"#),
    ])
    func `restocking adds, sets or stops counting`(arguments: [String], body: String) async {
        let services = FakeServices(["checkout.restock": reply(Samples.stock)])
        let program = Program(environment: [:], style: .plain) { _, run in await run(services) }
        let ending = await program.run(arguments)
        #expect(
            ending.output == """
                SKU         ON HAND  RESERVED  AVAILABLE
                blueberry       100         3         97
                strawberry      100         0        100
                cupcake           -         -          -  made to order

                """)
        #expect(await services.bodies("checkout.restock") == [body])
        #expect(await services.calls.first?.key?.utf8.count == 32)
    }

    @Test func `a change that is not answered tells its key`() async {
        let services = FakeServices(["checkout.restock": fail(.late)])
        let ending = await gateway(
            "restock", "kiwi", "5", "--key", "d-17", "--timeout", "250ms", services: services)
        #expect(
            ending.errors == """
                gateway: checkout did not answer within 250 ms: `gateway status` tells how it is, --timeout waits longer; \
                it may have been done, and repeated with --key d-17 it is done once

                """)
        #expect(ending.exitCode == .unreachable)
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
                SKU   PRICE  CURRENCY  FROM                      UNTIL                     TIERS
                kiwi   1.20  USD       -                         2026-06-01T04:00:00.000Z
                kiwi   1.10  USD       2026-06-01T04:00:00.000Z  -                         11: 0.90

                """)
    }

    private static let kiwi =
        #"{"category":"fruit","description":"","name":"Kiwi","sku":"kiwi","tags":[],"unit":"each"}"#

    @Test(arguments: [kiwi, #"{"products":[\#(kiwi)]}"#])
    func `a file holds one product or a list of them`(text: String) throws {
        let request = try ProductPutCommand.request(Array(text.utf8), path: "kiwi.json")
        #expect(request.products.map(\.name) == ["Kiwi"])
    }

    @Test(arguments: [
        ("nonsense", "kiwi.json: not valid JSON"), ("[]", "kiwi.json: must be an object"),
        (#"{"products":[{"sku":"a b"}]}"#, "kiwi.json: products[0].sku"),
        (#"{"sku":"kiwi"}"#, "kiwi.json: name: missing"),
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
                == "gateway: /nowhere/kiwi.json cannot be read: name a file of JSON, or - for stdin\n")
        #expect(ending.exitCode == .usage)
    }

    @Test func `products are removed by sku`() async {
        let services = FakeServices(["catalog.remove": reply(#"{"removed":1}"#)])
        #expect(
            await gateway("product", "remove", "kiwi", "mango", services: services).output == "1 removed\n")
        #expect(await services.bodies("catalog.remove") == [#"{"skus":["kiwi","mango"]}"#])
    }

    @Test func `a raw call goes to the service of its prefix and prints the raw reply`() async {
        let services = FakeServices([
            "pricing.quote": reply(#"{"any": ["thing"]}"#), "$sys.ping": reply("{}"),
        ])
        let ending = await gateway("call", "pricing.quote", #"{"a":1}"#, "--key", "k", services: services)
        #expect(ending.output == "{\"any\": [\"thing\"]}\n")
        #expect(await services.calls.first?.service == .pricing)
        #expect(await services.calls.first?.key == "k")
        #expect(await services.bodies("pricing.quote") == [#"{"a":1}"#])
        #expect(
            await gateway("call", "$sys.ping", "--service", "catalog", services: services).output == "{}\n")
        #expect(await services.calls.last?.service == .catalog)
    }

    @Test(arguments: [(Status.invalidArgument, ExitCode.refused), (.unavailable, .unreachable)])
    func `a raw call prints a fault as JSON on stderr`(status: Status, code: ExitCode) async {
        let services = FakeServices(["catalog.put": refuse(status, "some_code", "no \u{9B}")])
        let ending = await gateway("call", "catalog.put", services: services)
        #expect(ending.output == "")
        #expect(
            ending.errors == #"{"code":"some_code","details":[],"message":"no \u009b","retryable":false}"#
                + "\n")
        #expect(ending.exitCode == code)
    }

    @Test func `status shows every replica, and is exit code 3 when one does not serve`() async {
        let stats = """
            {"counters":{},"methods":[{"calls":7,"faults":{"not_found":2},"inFlight":1,"latencyMicroseconds":\
            {"max":9000,"p50":120,"p90":300,"p99":4567},"method":"catalog.get"}]}
            """
        let info = """
            {"instance":"c-1","methods":[],"name":"catalog","role":"owner","streams":[],"version":"0.1.0"}
            """
        let services = FakeServices([
            "$sys.health": { call in
                if call.service == .checkout { return .failure(.late) }
                let isWell = call.service == .catalog
                return .body(
                    isWell
                        ? #"{"reasons":[],"status":"serving"}"#
                        : #"{"reasons":["store"],"status":"not_serving"}"#)
            },
            "$sys.info": reply(info), "$sys.stats": reply(stats),
        ])
        let ending = await gateway("status", "--timeout", "2s", services: services)
        #expect(
            ending.output == """
                SERVICE   ADDRESS               HEALTH                     VERSION  INSTANCE  CALLS  FAULTS  IN FLIGHT  P50 MS  P99 MS
                catalog   tcp://127.0.0.1:7010  serving                    0.1.0    c-1           7       2          1    0.12    4.56
                pricing   tcp://127.0.0.1:7020  not_serving, store         0.1.0    c-1           7       2          1    0.12    4.56
                checkout  tcp://127.0.0.1:7030  did not answer within 2 s

                """)
        #expect(ending.exitCode == .unreachable)
        #expect(await Set(services.calls.map(\.replica)).count == 3)
    }

    @Test func `methods are described in the notation of the contracts`() async {
        let described = """
            {"methods":[{"method":"catalog.get","needsKey":false,"reply":{"properties":{"products":{"items":\
            {"properties":{"rating":{"type":"number"},"sku":{"type":"string"}},"required":["sku"],"type":"object"},\
            "type":"array"}},"required":["products"],"type":"object"},"request":{"properties":{"at":{"format":"date-time",\
            "type":"string"},"sort":{"enum":["name","price"],"type":"string"}},"type":"object"}}]}
            """
        let services = FakeServices(["$sys.describe": reply(described)])
        let ending = await gateway("describe", "catalog", services: services)
        #expect(
            ending.output == """
                catalog.get
                  request  {at?: date-time, sort?: "name"|"price"}
                  reply    {products: [{rating?: number, sku: string}]}

                """)
    }
}
