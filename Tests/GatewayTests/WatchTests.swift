import Contracts
import Messaging
import Testing
import Threading
import WireProtocol

@testable import Gateway

@Suite struct WatchTests {
    private static let time = Timestamp(milliseconds: 1_781_870_400_000)

    private func update(_ change: StreamUpdate.Change) throws -> StreamUpdate {
        StreamUpdate(stream: "prices", publisher: try Endpoint("tcp://127.0.0.1:7020"), change: change)
    }

    private func price(_ sequence: Int64, _ body: String) -> EventMessage {
        EventMessage(
            stream: "prices", type: "price.changed", key: "mango", sequence: sequence, epoch: "e",
            time: Self.time, source: "one", body: Array(body.utf8))
    }

    private static let body =
        #"{"current":[{"currency":"USD","unitPrice":175}],"offer":{"prices":[],"sku":"mango"}}"#

    private func watch(_ updates: [StreamUpdate], _ words: String...) async -> (
        lines: [String], ending: Program.Ending
    ) {
        let shown = Locked<[String]>([])
        let services = FakeServices(updates: updates)
        let program = Program(
            environment: [:], style: .plain, show: { line in shown.withLock { $0.append(line) } }
        ) { _, run in await run(services) }
        let ending = await program.run(["watch"] + words)
        return (shown.withLock { $0 }, ending)
    }

    private func updates() throws -> [StreamUpdate] {
        try [
            .current(StreamPosition(epoch: "e", sequence: 1)), .event(price(2, Self.body)), .stale(.silent),
            .reset(epoch: "f"), .snapshot([price(1, Self.body)]),
            .current(StreamPosition(epoch: "f", sequence: 1)), .event(price(2, "{\"\u{1b}\":1}")),
        ].map(update)
    }

    @Test func `events come as lines, and so does what is amiss`() async throws {
        let (lines, ending) = await watch(try updates(), "prices", "--count", "2")
        #expect(
            lines == [
                "-- prices: waiting for pricing", "-- prices: current up to 1",
                "2026-06-19 12:00:00  prices 2  price.changed  mango  1.75 USD",
                "-- prices: stale: nothing is heard any more",
                "-- prices: events before this are lost: the stream is read anew",
                "-- prices: current up to 1, state of 1 keys known",
                "2026-06-19 12:00:00  prices 2  price.changed  mango",
            ])
        #expect(ending == Program.Ending(output: ""))
    }

    @Test func `JSON is one object a line`() async throws {
        let (lines, _) = await watch(try updates(), "prices", "--count", "1", "--json")
        #expect(
            lines == [
                #"{"state":"waiting","stream":"prices"}"#,
                #"{"epoch":"e","seq":1,"state":"current","stream":"prices"}"#,
                #"{"body":\#(Self.body),"epoch":"e","key":"mango","seq":2,"stream":"prices","#
                    + #""time":"2026-06-19T12:00:00.000Z","type":"price.changed"}"#,
            ])
    }

    @Test func `a state that is told anew counts as events when they were asked for`() async throws {
        let (lines, _) = await watch(try updates(), "prices", "--after", "1", "--count", "2")
        #expect(lines.count { $0.contains("1.75 USD") } == 2)
    }

    @Test func `it ends when its time is up`() async throws {
        let (lines, ending) = await watch(try updates(), "prices", "--timeout", "10ms", "--json")
        #expect(lines.count == 7)
        #expect(ending == Program.Ending())
    }

    @Test func `what did not come in time is told, and is exit code 3`() async throws {
        let (lines, alone) = await watch([], "orders", "--timeout", "10ms")
        #expect(lines == ["-- orders: waiting for checkout"])
        #expect(
            alone.errors
                == "gateway: nothing was heard of orders: `gateway status` tells how the services are\n")
        #expect(alone.exitCode == .unreachable)
        let (_, few) = await watch(
            try updates(), "prices", "stock", "--count", "9", "--timeout", "10ms", "--json")
        #expect(
            few.errors == #"{"code":"did_not_come","details":[],"message":"2 of 9 events came in time; "#
                + #"nothing was heard of stock","retryable":false}"# + "\n")
        #expect(few.output == "")
        #expect(few.exitCode == .unreachable)
    }

    @Test func `a stream is not waited for where another service answers`() async throws {
        let ending = await gateway(
            "watch", "orders", "--timeout", "10s",
            services: FakeServices(["$sys.info": reply(Samples.catalogInfo)]))
        #expect(ending.errors.hasPrefix("gateway: checkout is not there: catalog answers at its address; "))
        #expect(ending.exitCode == .unreachable)
    }

    static let wrong = [
        ["prizes"], ["--after", "1"], ["prices", "stock", "--after", "1"], ["prices", "--after", "-1"],
        ["prices", "--count", "0"],
    ]

    @Test(arguments: wrong) func `a wrong command line is wrong usage`(words: [String]) async {
        let program = Program(environment: [:], style: .plain) { _, run in await run(FakeServices()) }
        #expect(await program.run(["watch"] + words).exitCode == .usage)
    }
}
