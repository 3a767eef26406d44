import Testing
import WireProtocol

@testable import Gateway

/// Refusals in the words of whoever typed the command.
@Suite struct TypedWordsTests {
    private static func invalid(_ details: Fault.Detail...) -> FakeServices.Answering {
        fail(.fault(.invalid(details)))
    }

    private static func detail(
        _ field: String, _ message: String, _ facts: [String: Fault.Fact] = [:],
        code: String = "invalid_request"
    ) -> Fault.Detail {
        Fault.Detail(field: field, code: code, message: message, facts: facts)
    }

    private static let buyer = [
        "--name", "Ada", "--street", " ", "--city", "C", "--country", "US", "--postal-code", "x", "--email",
        "a@b",
    ]
    private static let blank = detail("address.street", "must not be blank")
    private static let postalCode = detail("address.postalCode", "postal codes of US look like 99999")

    static let refusals: [([String], String, FakeServices.Answering, String)] = [
        (
            ["orders", "--limit", "100"], "checkout.orders",
            invalid(detail("limit", "1 to 100 are allowed", ["min": 1, "max": 100])),
            "--limit 100: 1 to 100 are allowed"
        ),
        (
            ["search", "--min-price", "2", "--max-price", "1"], "catalog.search",
            invalid(detail("maxPrice", "must not be below minPrice")),
            "--max-price 1: must not be below --min-price"
        ),
        (
            ["quote", "kiwi", "mango", "cake:7,size=big"], "pricing.quote",
            invalid(detail("lines[2].options.size", "there is no choice big")),
            "cake:7,size=big: there is no choice big"
        ),
        (
            ["quote", "kiwi", "--country", "US"], "pricing.quote",
            invalid(detail("destination.country", "nothing is sent there")),
            "--country US: nothing is sent there"
        ),
        (
            ["order", "kiwi"] + buyer, "checkout.place", invalid(blank, postalCode),
            "--street ' ': must not be blank; --postal-code x: postal codes of US look like 99999"
        ),
        (
            ["price", "kiwi", "1", "--until", "2026-01-01"], "pricing.setPrice",
            invalid(detail("until", "must be after from")), "--until 2026-01-01: must be after from"
        ),
        (
            ["restock", "kiwi", "-3", "--new"], "checkout.restock",
            invalid(detail("changes[0].add", "only 2 are there")), "-3: only 2 are there"
        ),
        (["cancel", "o_1"], "checkout.cancel", invalid(detail("id", "too long")), "o_1: too long"),
    ]

    @Test(arguments: refusals.indices)
    func `a refusal speaks of flags, lines and values as they were typed`(row: Int) async {
        let (words, method, answer, sentence) = Self.refusals[row]
        let services = FakeServices(["pricing.quote": reply(Samples.quote)].merging([method: answer]) { $1 })
        let program = Program(environment: [:], style: .plain) { _, run in await run(services) }
        let ending = await program.run(words)
        #expect(
            ending.errors.hasPrefix("gateway: \(sentence)\n")
                || ending.errors.hasPrefix("gateway: \(sentence) ("))
        #expect(ending.exitCode == .refused)
        let json = await program.run(words + ["--json"])
        #expect(json.errors.contains(#""field":""#), "machines get the wire's own words")
    }

    private static func noProduct(_ field: String) -> FakeServices.Answering {
        let detail = detail(field, "no product strawbery", ["sku": "strawbery"], code: "unknown_sku")
        return refuse(.notFound, "unknown_sku", "\(field): no product strawbery", details: [detail])
    }

    @Test(arguments: [
        ["show", "strawbery"], ["quote", "strawbery:3"], ["restock", "strawbery", "3"],
        ["price", "strawbery", "1"],
    ])
    func `a mistyped sku is answered with the one that is meant`(words: [String]) async {
        let services = FakeServices([
            "catalog.get": reply(#"{"missing":["strawbery"],"products":[]}"#),
            "catalog.search": reply(Samples.search), "pricing.offers": reply(Samples.offers),
            "pricing.quote": Self.noProduct("lines[0].sku"), "pricing.setPrice": Self.noProduct("sku"),
            "pricing.get": reply(#"{"missing":[],"offers":[]}"#), "checkout.stock": reply(Samples.stock),
        ])
        let program = Program(environment: [:], style: .plain) { _, run in await run(services) }
        let ending = await program.run(words)
        #expect(ending.errors.contains("no product strawbery (did you mean strawberry?)"))
        #expect(!ending.errors.contains("lines[0]"))
    }

    @Test func `what is meant is told to machines, too`() async throws {
        let services = FakeServices([
            "pricing.quote": Self.noProduct("lines[0].sku"), "catalog.search": reply(Samples.search),
            "catalog.get": reply(#"{"missing":["strawbery"],"products":[]}"#),
        ])
        let ending = await gateway("quote", "strawbery", "--json", services: services)
        #expect(ending.errors.contains("no product strawbery (did you mean strawberry?)"))
        #expect(ending.errors.contains(#""suggestion":"strawberry""#))
        #expect(ending.exitCode == .refused)
    }

    @Test(arguments: [
        ("USA", ": did you mean US?"), ("uk", ": did you mean GB?"), ("us", ": did you mean US?"), ("ZZ", ""),
    ])
    func `a country that is none is wrong usage, told with the one that is meant`(
        typed: String, meant: String
    ) async {
        let buyer = ["--name", "Ada", "--street", "S", "--city", "C"]
        for words in [["quote", "kiwi"], ["order", "kiwi"] + buyer] {
            let program = Program(environment: [:], style: .plain) { _, run in await run(FakeServices()) }
            let ending = await program.run(words + ["--country", typed])
            let sentence = "must be one of ISO 3166-1, two capital letters such as US\(meant)"
            #expect(ending.errors.hasPrefix("gateway: --country \(typed): \(sentence) "), "\(ending.errors)")
            #expect(ending.exitCode == .usage)
        }
    }

    @Test(
        arguments: [
            ("{}", nil), (#" {"a": [1, -2.5e+3, true, null, "\u00e9\n"]} "#, nil), ("", (1, 1)),
            ("{", (1, 2)),
            ("[1,]", (1, 4)), ("{\"a\" 1}", (1, 6)), ("[\n1,\n 02]", (3, 3)), ("tru", (1, 4)),
            ("\"é\u{1}", (1, 3)),
            ("{} x", (1, 4)), ("nul1", (1, 4)), (#""\x""#, (1, 3)), ("[1.]", (1, 4)), ("{a:1}", (1, 2)),
        ] as [(String, (Int, Int)?)])
    func `the place where JSON ends being it is found`(text: String, place: (Int, Int)?) {
        let found = JSONSyntax.firstError(in: Array(text.utf8))
        #expect(found?.line == place?.0)
        #expect(found?.column == place?.1)
    }
}
