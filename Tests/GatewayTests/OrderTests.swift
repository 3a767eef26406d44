import Contracts
import Testing
import Threading
import WireProtocol

@testable import Gateway

@Suite struct OrderTests {
    private static let address = [
        "--name", "Ada Example", "--street", "1 Market Street", "--city", "Springfield", "--postal-code",
        "01234",
        "--country", "US",
    ]

    private func order(_ arguments: [String], _ services: FakeServices) async -> Program.Ending {
        let program = Program(environment: [:], style: .plain) { _, run in await run(services) }
        return await program.run(["order"] + arguments + Self.address)
    }

    @Test func `an order locks its quote and places it with one key`() async throws {
        let services = FakeServices([
            "pricing.quote": reply(Samples.quote), "checkout.place": reply(Samples.order),
        ])
        let ending = await order(["cupcake:10,flavour=rainbow,extras=frosting+sprinkles"], services)
        #expect(
            ending.output == """
                order    2026-000123, placed
                id       o_77
                placed   2026-06-19 12:00:01 UTC
                buyer    Ada Example
                to       1 Market Street, Springfield 01234, US
                payment  offline, due

                SKU      QUANTITY  OPTIONS                                    PRICE  SURCHARGE  TOTAL
                cupcake        10  extras=frosting+sprinkles flavour=rainbow   2.00      16.50  36.50

                total  36.50 USD

                """)
        #expect(
            await services.bodies("pricing.quote") == [
                """
                {"currency":"USD","destination":{"country":"US","postalCode":"01234"},"lines":[{"options":\
                {"extras":["frosting","sprinkles"],"flavour":["rainbow"]},"quantity":10,"sku":"cupcake"}],"lock":true}
                """
            ])
        #expect(
            await services.bodies("checkout.place") == [
                """
                {"address":{"city":"Springfield","country":"US","postalCode":"01234","street":"1 Market Street"},\
                "customer":{"name":"Ada Example"},"expectedTotal":3650,"payment":{"method":"offline"},"token":"v1.tok"}
                """
            ])
        let key = try #require(await services.calls.last?.key)
        #expect(key.utf8.count == 32)
    }

    @Test
    func `an unanswered order is repeated to the letter until its deadline, then its key and token are told`()
        async throws
    {
        let services = FakeServices([
            "pricing.quote": reply(Samples.quote), "checkout.place": fail(.unknownOutcome),
            "checkout.order": Self.noOrder,
        ])
        let ending = await order(["cupcake:10", "--timeout", "1500ms", "--key", "k-1"], services)
        #expect(
            ending.errors == """
                gateway: the connection to checkout broke before it answered: `gateway status` tells how it is
                The order may have been placed; with this key it is never placed twice.
                  key    k-1
                  token  v1.tok
                What became of it:  gateway order-status --key k-1
                To go on with it:   gateway order --key k-1 --token v1.tok --expected-total 36.50 --currency USD \
                --name 'Ada Example' --street '1 Market Street' --city Springfield --postal-code 01234 --country US \
                --payment offline

                """)
        #expect(ending.exitCode == .unreachable)
        #expect(await services.count("pricing.quote") == 1)
        #expect(await services.count("checkout.place") >= 2)
        #expect(await Set(services.bodies("checkout.place")).count == 1)
        #expect(await Set(services.calls.filter { $0.method == "checkout.place" }.map(\.key)) == ["k-1"])
    }

    @Test func `a resumed order is the same request, and quotes nothing`() async {
        let services = FakeServices(["checkout.place": reply(Samples.order)])
        let ending = await order(
            ["--key", "k-1", "--token", "v1.tok", "--expected-total", "36.50"], services)
        #expect(ending.exitCode == .done)
        #expect(await services.calls.count == 1)
        #expect(await services.calls.first?.key == "k-1")
        #expect(await services.bodies("checkout.place").first?.contains(#""expectedTotal":3650"#) == true)
    }

    @Test(arguments: [
        (["--token", "t", "--expected-total", "1"], "--token needs the --key that was printed with it"),
        (["--token", "t", "--key", "k"], "--expected-total is missing"),
        (["kiwi", "--expected-total", "1"], "--expected-total belongs to --token"),
        ([], "LINE is missing"),
        (["kiwi", "--key", "two words"], "--key must be 1 to 128 visible characters"),
        (["kiwi:x"], "kiwi:x: after `:` comes a whole number"),
    ])
    func `an incomplete order is a usage error`(arguments: [String], message: String) async {
        let services = FakeServices()
        let ending = await order(arguments, services)
        #expect(ending.errors.hasPrefix("gateway: \(message)"))
        #expect(ending.errors.hasSuffix("(see `gateway order --help`)\n"))
        #expect(ending.exitCode == .usage)
        #expect(await services.calls.isEmpty)
    }

    private static let noOrder = refuse(.notFound, "unknown_order", "there is no such order")
    private static let line = "cupcake:10,flavour=rainbow,extras=sprinkles+frosting"

    @Test func `an order typed again with its key is shown, and neither quoted nor placed`() async {
        let services = FakeServices(["checkout.order": reply(Samples.order)])
        let ending = await order([Self.line, "--key", "k-1"], services)
        #expect(ending.exitCode == .done)
        #expect(ending.output.hasPrefix("order    2026-000123, placed\n"))
        #expect(
            ending.errors == "gateway: this order was placed with --key k-1 before, and no other one now\n")
        #expect(await services.calls.map(\.method) == ["checkout.order"])
        #expect(await services.bodies("checkout.order") == [#"{"key":"k-1"}"#])
        let json = await order([Self.line, "--key", "k-1", "--json"], services)
        #expect(json.output == Samples.order + "\n")
    }

    @Test(arguments: [
        ([line, "kiwi"], "lines"), (["cupcake:9,flavour=rainbow,extras=sprinkles+frosting"], "lines"),
        (["cupcake:10,flavour=rainbow"], "lines"), ([line, line], "lines"),
        ([line, "--email", "ada@example.org"], "buyer"), ([line, "--region", "CA"], "address"),
        ([line, "--payment", "sandbox"], "payment"), ([line, "--currency", "EUR"], "currency"),
        (["kiwi", "--region", "CA"], "lines and another address"),
    ])
    func `something else under the key of an order is refused, naming that order`(
        arguments: [String], what: String
    ) async {
        let services = FakeServices(["checkout.order": reply(Samples.order)])
        let ending = await order(arguments + ["--key", "k-1"], services)
        #expect(
            ending.errors == """
                gateway: order 2026-000123 was placed with --key k-1 and has another \(what): \
                `gateway order-status --key k-1` shows it

                """)
        #expect(ending.exitCode == .refused)
        #expect(ending.output == "")
        #expect(await services.calls.map(\.method) == ["checkout.order"])
    }

    @Test func `without knowing what its key stands for nothing is ordered`() async {
        let services = FakeServices([
            "checkout.order": fail(.late), "pricing.quote": reply(Samples.quote),
            "checkout.place": reply(Samples.order),
        ])
        let ending = await order([Self.line, "--key", "k-1", "--timeout", "200ms"], services)
        #expect(ending.exitCode == .unreachable)
        #expect(ending.errors.contains("it may have been done, and repeated with --key k-1 it is done once"))
        #expect(await services.count("checkout.place") == 0)
    }

    @Test func `a key that somebody else was quicker with is asked after`() async {
        let conflict = refuse(.aborted, "idempotency_conflict", "used for another request")
        let orders = Locked([Self.noOrder, reply(Samples.order)])
        let services = FakeServices([
            "checkout.order": { call in orders.withLock { $0.removeFirst() }(call) },
            "pricing.quote": reply(Samples.quote), "checkout.place": conflict,
        ])
        let ending = await order([Self.line, "--key", "k-1"], services)
        #expect(ending.exitCode == .done)
        #expect(ending.output.hasPrefix("order    2026-000123, placed\n"))
    }

    @Test func `a token under the key of another order is refused, naming that order`() async {
        let services = FakeServices([
            "checkout.order": reply(Samples.order),
            "checkout.place": refuse(.aborted, "idempotency_conflict", "used for another request"),
        ])
        let ending = await order(["--key", "k-1", "--token", "t", "--expected-total", "1"], services)
        #expect(ending.exitCode == .refused)
        #expect(
            ending.errors.hasPrefix("gateway: order 2026-000123 was placed with --key k-1 and has another"))
    }

    @Test func `a key of a change that is no order stays a conflict, without a way to a double order`() async
    {
        let services = FakeServices([
            "checkout.order": Self.noOrder, "pricing.quote": reply(Samples.quote),
            "checkout.place": refuse(.aborted, "idempotency_conflict", "this key was used"),
        ])
        let ending = await order(["kiwi", "--key", "k-1"], services)
        #expect(ending.exitCode == .refused)
        #expect(ending.errors.hasPrefix("gateway: this key was used ("))
        #expect(!ending.errors.contains("leave --key out"))
    }

    @Test func `a coupon that does not apply is refused before anything is bought`() async {
        let rejected =
            #""rejectedCoupons":[{"code":"OLD","reason":"expired"},{"code":"TEN","reason":"from 50.00"}]"#
        let quote = Samples.quote.replacing(#""rejectedCoupons":[]"#, with: rejected)
        let services = FakeServices(["pricing.quote": reply(quote), "checkout.place": reply(Samples.order)])
        let ending = await order([Self.line, "--coupon", "OLD", "--coupon", "TEN"], services)
        #expect(
            ending.errors == """
                gateway: coupon OLD does not apply: expired; coupon TEN does not apply: from 50.00 \
                (order without it, or see `gateway quote` with it)

                """)
        #expect(ending.exitCode == .refused)
        #expect(await services.count("checkout.place") == 0)
    }

    @Test func `a refusal ends the order at once, in one line`() async {
        let details = [
            Fault.Detail(
                field: "lines[0].quantity", code: "out_of_stock", message: "not enough kiwi",
                facts: ["available": 2])
        ]
        let refusal = refuse(
            .failedPrecondition, "out_of_stock", "lines[0].quantity: not enough kiwi", details: details)
        let services = FakeServices(["pricing.quote": reply(Samples.quote), "checkout.place": refusal])
        let ending = await order(["kiwi:3"], services)
        #expect(
            ending.errors
                == "gateway: kiwi:3: not enough kiwi (`gateway show SKU` tells what is left)\n"
        )
        #expect(ending.exitCode == .refused)
        #expect(await services.count("checkout.place") == 1)
    }

    @Test func `all bad fields are named at once`() async {
        let details = [
            Fault.Detail(field: "address.street", code: "invalid_address", message: "must not be blank"),
            Fault.Detail(field: "address.postalCode", code: "invalid_address", message: "5 digits"),
        ]
        let refusal = refuse(
            .invalidArgument, "invalid_address", "address.street: must not be blank", details: details)
        let services = FakeServices(["pricing.quote": reply(Samples.quote), "checkout.place": refusal])
        let ending = await order(["kiwi:3"], services)
        #expect(
            ending.errors == """
                gateway: --street '1 Market Street': must not be blank; --postal-code 01234: 5 digits (see `gateway order --help`)

                """)
    }

    @Test func `without pricing there is no order, and no key to tell`() async {
        let services = FakeServices(["pricing.quote": fail(.late)])
        let ending = await order(["kiwi:3", "--timeout", "250ms"], services)
        #expect(ending.errors.hasPrefix("gateway: pricing did not answer within 250 ms"))
        #expect(ending.errors.hasSuffix("; nothing was ordered\n"))
        #expect(ending.exitCode == .unreachable)
        #expect(await services.count("checkout.place") == 0)
    }

    @Test func `what the catalog does not have is not for sale, and is quoted with a word of warning`() async
    {
        let services = FakeServices([
            "pricing.quote": reply(Samples.quote), "catalog.get": reply(Samples.noProducts),
            "checkout.place": reply(Samples.order),
        ])
        let ending = await order(["nope"], services)
        #expect(
            ending.errors == """
                gateway: the catalog has no product nope: it is not for sale (`gateway product put FILE` tells the catalog \
                what it is)

                """)
        #expect(ending.exitCode == .refused)
        #expect(await services.count("checkout.place") == 0)
        let quote = await gateway("quote", "nope", services: services)
        #expect(quote.exitCode == .done)
        #expect(
            quote.errors.hasPrefix("gateway: the catalog has no product nope: `gateway order` refuses it"))
    }

    @Test func `a fresh quote that cannot be opened is a matter of the seal key, one of before is not`() async
    {
        let services = FakeServices([
            "pricing.quote": reply(Samples.quote),
            "checkout.order": refuse(.notFound, "unknown_order", "there is no such order"),
            "checkout.place": refuse(
                .invalidArgument, "invalid_quote", "token: not the token of a locked quote"),
        ])
        let fresh = await order(["kiwi"], services)
        #expect(
            fresh.errors == """
                gateway: checkout cannot open the quote that pricing has just sealed: their seal keys differ (start both \
                with the same --seal-key (SHOP_SEAL_KEY), and put the file back where it is lost)

                """)
        #expect(fresh.exitCode == .refused)
        let earlier = await order(["--key", "k-1", "--token", "t", "--expected-total", "1"], services)
        #expect(earlier.errors.contains("order again without --token"))
    }

    @Test(arguments: [
        (["order-status", "2026-000123"], #"{"number":"2026-000123"}"#),
        (["order-status", "2026-000123-K7Q"], #"{"number":"2026-000123-K7Q"}"#),
        (["order-status", "2026-aB3-K7Q"], #"{"id":"2026-aB3-K7Q"}"#),
        (["order-status", "o_77"], #"{"id":"o_77"}"#),
        (["order-status", "--key", "k"], #"{"key":"k"}"#),
    ])
    func `an order is asked for by number, id or key`(arguments: [String], body: String) async {
        let services = FakeServices(["checkout.order": reply(Samples.order)])
        let program = Program(environment: [:], style: .plain) { _, run in await run(services) }
        let ending = await program.run(arguments)
        #expect(ending.output.hasPrefix("order    2026-000123, placed\n"))
        #expect(await services.bodies("checkout.order") == [body])
    }

    @Test func `a cancelled order is found by its number, and cancelled by its id with a key`() async {
        let services = FakeServices([
            "checkout.order": reply(Samples.order), "checkout.cancel": reply(Samples.order),
        ])
        let ending = await gateway(
            "cancel", "2026-000123", "--note", "twice", "--key", "c", services: services)
        #expect(ending.exitCode == .done)
        #expect(await services.bodies("checkout.cancel") == [#"{"id":"o_77","note":"twice"}"#])
        #expect(await services.calls.last?.key == "c")
    }

    @Test(arguments: [
        ("2026-06-19", "2026-06-20"), ("2026-06-19T00:00:00Z", "2026-06-21T00:00:00Z"),
    ])
    func `orders are listed from a day to the end of another, in UTC`(from: String, until: String) async {
        let services = FakeServices(["checkout.orders": reply(#"{"orders":[]}"#)])
        _ = await gateway("orders", "--from", from, "--until", until, services: services)
        #expect(
            await services.bodies("checkout.orders")
                == [#"{"from":"2026-06-19T00:00:00.000Z","until":"2026-06-21T00:00:00.000Z"}"#])
    }

    @Test func `orders are listed with a cursor to go on`() async {
        let services = FakeServices([
            "checkout.orders": reply(#"{"next":"c 2","orders":[\#(Samples.order)]}"#)
        ])
        let ending = await gateway("orders", "--status", "placed", "--limit", "1", services: services)
        #expect(
            ending.output == """
                NUMBER       STATUS  PLACED               BUYER        LINES  TOTAL  CURRENCY  ID
                2026-000123  placed  2026-06-19 12:00:01  Ada Example      1  36.50  USD       o_77

                next page: repeat with --cursor 'c 2'

                """)
        #expect(await services.bodies("checkout.orders") == [#"{"limit":1,"status":"placed"}"#])
        #expect(
            await gateway("orders", services: FakeServices(["checkout.orders": reply(#"{"orders":[]}"#)]))
                .output == "no orders\n")
    }
}
