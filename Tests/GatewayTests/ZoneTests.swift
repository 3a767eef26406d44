import Testing
import WireProtocol

@testable import Gateway

@Suite struct ZoneTests {
    private static let summer = Zone.fixed(secondsEastOfUTC: 7200, name: "CEST")

    @Test func `an instant is told as the clock on the wall has it`() throws {
        let time = try #require(Timestamp(rfc3339: "2026-06-19T22:00:01.234Z"))
        #expect(Self.summer.text(time) == "2026-06-20 00:00:01")
        #expect(Self.summer.fullText(time) == "2026-06-20 00:00:01 CEST")
        #expect(Zone.utc.fullText(time) == "2026-06-19 22:00:01 UTC")
    }

    @Test(arguments: [
        ("--from", #""from":"2026-06-18T22:00:00.000Z""#),
        ("--until", #""until":"2026-06-19T22:00:00.000Z""#),
    ])
    func `a day begins when it does so here`(flag: String, sent: String) async {
        let services = FakeServices(["checkout.orders": reply(#"{"orders":[]}"#)])
        let program = Program(environment: [:], style: Style(zone: Self.summer)) { _, run in
            await run(services)
        }
        _ = await program.run(["orders", flag, "2026-06-19"])
        #expect(await services.bodies("checkout.orders").first?.contains(sent) == true)
    }

    @Test func `times are local for people and RFC 3339 for machines`() async {
        let services = FakeServices(["checkout.order": reply(Samples.order)])
        let program = Program(environment: [:], style: Style(zone: Self.summer)) { _, run in
            await run(services)
        }
        #expect(
            await program.run(["order-status", "o_77"]).output.contains("placed   2026-06-19 14:00:01 CEST\n")
        )
        #expect(
            await program.run(["order-status", "o_77", "--json"]).output.contains("2026-06-19T12:00:01.000Z"))
    }
}
