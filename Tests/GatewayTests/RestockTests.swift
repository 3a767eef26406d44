import Testing

@testable import Gateway

@Suite struct RestockTests {
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
            ending.output == Samples.stockTable)
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
}
