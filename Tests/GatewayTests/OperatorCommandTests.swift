import Contracts
import FoundationEssentials
import Messaging
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
        let services = FakeServices([
            "catalog.get": reply(Samples.kiwi), "checkout.restock": reply(Samples.stock),
        ])
        let program = Program(environment: [:], style: .plain) { _, run in await run(services) }
        let ending = await program.run(arguments)
        #expect(
            ending.output == """
                SKU         ON HAND  RESERVED      AVAILABLE
                blueberry       100         3             97
                strawberry      100         0            100
                cupcake           -         -  made to order

                """)
        #expect(await services.bodies("checkout.restock") == [body])
        #expect(await services.calls.last?.key?.utf8.count == 32)
        #expect(ending.errors == "")
    }

    @Test func `what the catalog does not have is counted only when insisted on`() async {
        let services = FakeServices([
            "catalog.get": reply(Samples.noProducts), "checkout.restock": reply(Samples.stock),
        ])
        let refused = await gateway("restock", "strawbery", "5", services: services)
        #expect(
            refused.errors == """
                gateway: no product strawbery in the catalog: --new counts it all the same \
                (`gateway search` finds skus)

                """)
        #expect(refused.exitCode == .refused)
        #expect(await services.count("checkout.restock") == 0)
        let insisted = await gateway("restock", "strawbery", "5", "--new", services: services)
        #expect(insisted.exitCode == .done)
        #expect(await services.count("catalog.get") == 1)
        #expect(await services.count("checkout.restock") == 1)
    }

    @Test func `stock is counted without the catalog, which is said`() async {
        let services = FakeServices([
            "catalog.get": fail(.late), "checkout.restock": reply(Samples.stock),
        ])
        let ending = await gateway("restock", "kiwi", "5", services: services)
        #expect(ending.exitCode == .done)
        #expect(ending.output.hasPrefix("SKU "))
        #expect(
            ending.errors == "gateway: the catalog did not tell whether there is a product kiwi\n")
        let allowed = await services.calls.first?.timeoutMilliseconds ?? .max
        #expect(allowed <= Shop.asideMilliseconds)
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

    @Test(arguments: [
        (["restock", "kiwi", "99999999999"], "99999999999 is beyond 100000: --unusual does it all the same"),
        (["restock", "kiwi", "-100001"], "-100001 is beyond 100000: --unusual does it all the same"),
        (["restock", "kiwi", "100001", "--set"], "100001 is beyond 100000: --unusual does it all the same"),
    ])
    func `an unusual count is asked for once more`(arguments: [String], message: String) async {
        let level = #"{"available":100,"onHand":100000000099,"reserved":0,"sku":"kiwi","tracked":true}"#
        let services = FakeServices([
            "catalog.get": reply(Samples.kiwi), "checkout.restock": reply(#"{"levels":[\#(level)]}"#),
        ])
        let program = Program(environment: [:], style: .plain) { _, run in await run(services) }
        let refused = await program.run(arguments)
        #expect(refused.errors.contains(message) && refused.exitCode == .usage)
        #expect(await services.count("checkout.restock") == 0)
        let meant = await program.run(arguments + ["--unusual"])
        #expect(meant.exitCode == .done)
        if arguments.contains("99999999999") {
            #expect(meant.errors == "gateway: kiwi: was 100, is 100000000099\n")
        }
    }

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
        ])
        let ending = await gateway("product", "remove", "kiwi", "mango", services: services)
        #expect(ending.output == "1 product and 2 offers removed\n")
        #expect(await services.calls.map(\.method) == ["pricing.remove", "catalog.remove"])
        #expect(await services.bodies("pricing.remove") == [#"{"skus":["kiwi","mango"]}"#])
        #expect(await services.bodies("catalog.remove") == [#"{"skus":["kiwi","mango"]}"#])
        let json = await gateway("product", "remove", "kiwi", "--json", services: services)
        #expect(json.output == #"{"offersRemoved":2,"removed":1}"# + "\n")
    }

    @Test func `without pricing no product is removed, without the catalog only offers`() async {
        let unpriced = FakeServices(["catalog.remove": reply(#"{"removed":1}"#)])
        let first = await gateway("product", "remove", "kiwi", services: unpriced)
        #expect(first.errors.hasPrefix("gateway: pricing does not answer"))
        #expect(first.exitCode == .unreachable)
        #expect(await unpriced.count("catalog.remove") == 0)

        let halfway = FakeServices(["pricing.remove": reply(#"{"removed":1}"#)])
        let second = await gateway("product", "remove", "kiwi", services: halfway)
        #expect(second.errors.hasPrefix("gateway: catalog does not answer"))
        #expect(
            second.errors.hasSuffix("; the offers are removed, repeat the command to remove the products\n"))
        #expect(second.exitCode == .unreachable)
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

    @Test(arguments: [(Status.invalidArgument, ExitCode.refused), (.unavailable, .refused)])
    func `a raw call prints a fault as JSON on stderr`(status: Status, code: ExitCode) async {
        let services = FakeServices(["catalog.put": refuse(status, "some_code", "no \u{9B}")])
        let ending = await gateway("call", "catalog.put", services: services)
        #expect(ending.output == "")
        #expect(
            ending.errors == #"{"code":"some_code","details":[],"message":"no \u009b","retryable":false}"#
                + "\n")
        #expect(ending.exitCode == code)
    }

    @Test func `status shows every replica, and is exit code 3 when one does not answer`() async {
        let stats = """
            {"counters":{},"methods":[{"calls":7,"faults":{"not_found":2},"inFlight":1,"latencyMicroseconds":\
            {"max":9000,"p50":120,"p90":300,"p99":4567},"method":"catalog.get"}]}
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
            "$sys.info": { call in
                .body(Samples.catalogInfo.replacing("catalog", with: call.service.name))
            }, "$sys.stats": reply(stats),
        ])
        let ending = await gateway("status", "--timeout", "2s", services: services)
        #expect(
            ending.output == """
                SERVICE   ADDRESS               HEALTH                     VERSION  INSTANCE  CALLS  FAULTS  IN FLIGHT  P50 MS  P99 MS
                catalog   tcp://127.0.0.1:7010  serving                    0.1.0    c-1           7       2          1    0.12    4.56
                pricing   tcp://127.0.0.1:7020  not_serving                0.1.0    c-1           7       2          1    0.12    4.56
                checkout  tcp://127.0.0.1:7030  did not answer within 2 s

                pricing  store

                """)
        #expect(ending.exitCode == .unreachable)
        #expect(await Set(services.calls.map(\.replica)).count == 3)
    }

    /// A service that answers is not away: trying again does not help.
    @Test func `status tells in full why a service does not serve, and that is exit code 1`() async {
        let reason =
            "the store takes no changes: /srv/checkout.sqlite is damaged: page 2 is not as it was written "
            + "(table orders): restore a backup: stop the service, put the copy in its place"
        let services = FakeServices([
            "$sys.health": { call in
                .body(
                    call.service == .checkout
                        ? #"{"reasons":["\#(reason)"],"status":"not_serving"}"#
                        : #"{"reasons":[],"status":"serving","notes":["prices 12 s old"]}"#)
            },
            "$sys.info": { call in
                .body(Samples.catalogInfo.replacing("catalog", with: call.service.name))
            }, "$sys.stats": reply(#"{"counters":{},"methods":[]}"#),
        ])
        let ending = await gateway("status", services: services)
        #expect(
            ending.output.hasSuffix(
                """

                catalog   prices 12 s old
                pricing   prices 12 s old
                checkout  \(reason)

                """))
        #expect(ending.exitCode == .refused)
    }

    @Test func `a shop that is closed is told once how it opens`() async {
        let ending = await gateway("status", services: FakeServices())
        #expect(ending.output.split(separator: "does not answer").count == 4)
        #expect(
            ending.output.hasSuffix(
                """

                `deploy/up` starts the shop; --catalog, --pricing and --checkout say where else it listens

                """))
        #expect(ending.exitCode == .unreachable)
        let one = await gateway("orders", "--timeout", "5ms", services: FakeServices())
        #expect(
            one.errors == """
                gateway: checkout does not answer at tcp://127.0.0.1:1 (waited 5 ms): `deploy/up` starts the shop, \
                --checkout or SHOP_CHECKOUT says where else it listens

                """)
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

    @Test func `one method is described alone, and a mistyped one is told which is meant`() async {
        let methods = ["pricing.quote", "pricing.put"].map {
            #"{"method":"\#($0)","needsKey":false,"reply":{},"request":{}}"#
        }
        let services = FakeServices([
            "$sys.describe": reply(#"{"methods":[\#(methods.joined(separator: ","))]}"#)
        ])
        let ending = await gateway("describe", "pricing.quote", services: services)
        #expect(ending.output == "pricing.quote\n  request  any\n  reply    any\n")
        let mistyped = await gateway("describe", "pricing.qoute", services: services)
        #expect(
            mistyped.errors.hasPrefix(
                "gateway: there is no method pricing.qoute (did you mean pricing.quote?)"))
        #expect(mistyped.exitCode == .refused)
    }

    @Test func `any service is called and described by its address`() async throws {
        let services = FakeServices([
            "greeter.greet": reply(#"{"greeting":"Hello"}"#), "$sys.describe": reply(#"{"methods":[]}"#),
        ])
        let address = "tcp://127.0.0.1:7190"
        let ending = await gateway("call", address, "greeter.greet", #"{"name":"Ada"}"#, services: services)
        #expect(ending.output == "{\"greeting\":\"Hello\"}\n")
        #expect(await services.bodies("greeter.greet") == [#"{"name":"Ada"}"#])
        _ = await gateway("describe", address, services: services)
        let replica = try Endpoint(address)
        #expect(await services.calls.map(\.replica) == [replica, replica])
        #expect(await services.calls.allSatisfy { $0.service == .other })
        let away = FakeServices(["greeter.greet": fail(.notConnected(.refused, at: address))])
        #expect(
            await gateway("call", address, "greeter.greet", services: away).errors
                == "gateway: the service is not there: nothing listens at \(address): is the address right?\n"
        )
        #expect(
            await gateway("call", address, "x.y", "--service", "catalog", services: services).exitCode
                == .usage)
    }

    @Test func `a raw call reads its body from a file`() async throws {
        let path = "/tmp/body-\(makeIdempotencyKey()).json"
        try Data(#"{"skus":["kiwi"]}"#.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let services = FakeServices(["catalog.get": reply("{}")])
        _ = await gateway("call", "catalog.get", "@" + path, services: services)
        #expect(await services.bodies("catalog.get") == [#"{"skus":["kiwi"]}"#])
        let missing = await gateway("call", "catalog.get", "@/nowhere/x.json", services: services)
        #expect(missing.exitCode == .usage && missing.errors.contains("/nowhere/x.json"))
    }
}
