import Messaging
import Testing
import WireProtocol

@testable import Gateway

/// Failures are named as what they are, for people and for machines.
@Suite struct FailureTests {
    private static let place = "tcp://127.0.0.1:7030"
    private static let whereElse =
        "`deploy/up` starts the shop, --checkout or SHOP_CHECKOUT says where else it listens"

    @Test(
        arguments: [
            (.refused, "is not there: nothing listens at \(place)"),
            (.unknownHost, "is not found: the host's name in \(place) has no address"),
            (.notAService, "is not at \(place): what listens there takes no calls of the shop"),
            (.silent, "says nothing at \(place), which accepts connections (waited 2 s)"),
        ] as [(ConnectionProblem, String)])
    func `why there is no connection is told`(problem: ConnectionProblem, sentence: String) async {
        let services = FakeServices(["checkout.orders": fail(.notConnected(problem, at: Self.place))])
        let ending = await gateway("orders", "--timeout", "2s", services: services)
        #expect(ending.errors == "gateway: checkout \(sentence): \(Self.whereElse)\n")
        #expect(ending.exitCode == .unreachable)
    }

    @Test func `in a network of containers it is their command that starts the shop`() async {
        let place = "tcp://checkout:7030"
        let services = FakeServices(["checkout.orders": fail(.notConnected(.unknownHost, at: place))])
        let ending = await gateway("orders", services: services)
        #expect(ending.errors.contains("`docker compose up` starts the shop, --checkout or SHOP_CHECKOUT"))
        let status = await gateway("status", services: services, environment: ["SHOP_CHECKOUT": place])
        #expect(status.output.contains("`docker compose up` starts the shop"))
        #expect(!status.output.contains("deploy/up"))
    }

    private static let unknownMethod = refuse(.unimplemented, "unknown_method", "there is no method")

    @Test(arguments: [
        ["orders"], ["call", "checkout.orders"], ["describe", "checkout"], ["order-status", "o_1"],
    ])
    func `another service in its place is named`(words: [String]) async {
        let services = FakeServices([
            "checkout.orders": Self.unknownMethod, "checkout.order": Self.unknownMethod,
            "$sys.info": reply(Samples.catalogInfo), "$sys.describe": reply(#"{"methods":[]}"#),
        ])
        let program = Program(environment: [:], style: .plain) { _, run in await run(services) }
        let ending = await program.run(words)
        #expect(
            ending.errors == """
                gateway: checkout is not there: catalog answers at its address; --checkout or SHOP_CHECKOUT says where \
                checkout listens

                """)
        #expect(ending.exitCode == .unreachable)
    }

    @Test func `status compares the names of who answers`() async {
        let services = FakeServices([
            "$sys.info": reply(Samples.catalogInfo), "$sys.stats": reply(#"{"counters":{},"methods":[]}"#),
            "$sys.health": reply(#"{"reasons":[],"status":"serving"}"#),
        ])
        let ending = await gateway("status", services: services)
        #expect(ending.output.contains("is not there: catalog answers"))
        #expect(ending.exitCode == .unreachable)
    }

    @Test func `a change that never left is not said to be done perhaps`() async {
        let services = FakeServices(["checkout.restock": fail(.notConnected(.refused, at: Self.place))])
        let ending = await gateway("restock", "kiwi", "5", "--new", services: services)
        #expect(ending.errors.hasSuffix("\(Self.whereElse)\n"))
        #expect(await services.count("checkout.restock") == 1)
    }

    @Test func `the dead are not waited for as long as the whole search may take`() async {
        let services = FakeServices([
            "catalog.search": reply(Samples.search), "pricing.offers": reply(Samples.offers),
            "checkout.stock": fail(.late),
        ])
        let ending = await gateway("search", services: services)
        #expect(ending.output.hasSuffix("partial: no stock, checkout did not answer within 1 s\n"))
        let asked = await services.calls.first { $0.method == "checkout.stock" }
        #expect(asked.map { $0.timeoutMilliseconds <= Shop.asideMilliseconds } == true)
    }

    static let machineReadable: [([String], FakeServices.Answering, String)] = [
        (
            ["orders"],
            refuse(
                .invalidArgument, "bad_limit", "limit: too much",
                details: [
                    Fault.Detail(field: "limit", code: "bad_limit", message: "too much", facts: ["max": 100])
                ]),
            #"{"code":"bad_limit","details":[{"code":"bad_limit","field":"limit","max":100,"message":"too much"}],"#
                + #""message":"limit: too much","retryable":false,"service":"checkout","status":"invalid_argument"}"#
        ),
        (
            ["orders"], fail(.late),
            #"{"code":"deadline_exceeded","details":[],"message":"checkout did not answer in time","retryable":true,"#
                + #""service":"checkout"}"#
        ),
        (
            ["orders"], fail(.notConnected(.refused, at: place)),
            #"{"address":"tcp://127.0.0.1:7030","code":"connection_refused","details":[],"#
                + #""message":"checkout is not there","retryable":true,"service":"checkout"}"#
        ),
        (
            ["orders", "--limt", "3"], fail(.late),
            #"{"code":"usage","details":[],"message":"unknown flag --limt: did you mean --limit? "#
                + #"(see `gateway orders --help`)","retryable":false}"#
        ),
        (
            ["product", "put", "/nowhere.json"], fail(.late),
            #"{"code":"file","details":[],"message":"/nowhere.json: No such file or directory "#
                + #"(name a file of JSON, or - for stdin)","retryable":false}"#
        ),
    ]

    @Test(arguments: machineReadable.indices)
    func `with --json a failure is one object on stderr`(row: Int) async {
        let (words, answer, json) = Self.machineReadable[row]
        let program = Program(environment: [:], style: .plain) { _, run in
            await run(FakeServices(["checkout.orders": answer]))
        }
        let ending = await program.run(words + ["--json"])
        #expect(ending.errors == json + "\n")
        #expect(ending.output == "")
    }

    @Test func `an order that hangs tells machines and people all that it takes to go on`() async {
        let services = FakeServices([
            "pricing.quote": reply(Samples.quote), "checkout.place": fail(.unknownOutcome),
            "checkout.order": refuse(.notFound, "unknown_order", "there is no such order"),
        ])
        let words = [
            "order", "cupcake:10", "--key", "k-1", "--timeout", "50ms", "--name", "Ada", "--street", "S",
            "--city", "C", "--country", "US", "--checkout", "tcp://127.0.0.1:8030",
        ]
        let program = Program(environment: [:], style: .plain) { _, run in await run(services) }
        let inquiry = "gateway order-status --key k-1 --checkout tcp://127.0.0.1:8030"
        let resumption =
            "gateway order --key k-1 --token v1.tok --expected-total 36.50 --currency USD --name Ada --street S "
            + "--city C --country US --payment offline --checkout tcp://127.0.0.1:8030"
        let text = await program.run(words)
        #expect(text.errors.contains("What became of it:  \(inquiry)\nTo go on with it:   \(resumption)\n"))
        let json = await program.run(words + ["--json"])
        #expect(
            json.errors == #"{"code":"unknown_outcome","details":[],"key":"k-1","message":"#
                + #""checkout broke the connection","next":["\#(inquiry)","\#(resumption)"],"retryable":true,"#
                + #""service":"checkout","token":"v1.tok"}"# + "\n")
    }
}
