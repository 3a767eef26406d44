import CommandLineOptions
import Testing

@Suite struct ParserTests {
    static let commands: [([String], String)] = [
        (["search"], "search"), (["product", "put", "kiwi"], "product put"),
        (["product", "--json", "remove", "kiwi"], "product remove"), (["policy"], "policy"),
        (["policy", "put", "x"], "policy put"), (["policy", "other"], "policy"),
        (["policy", "--count", "1"], "policy"), (["--json", "search", "put"], "search"),
        (["--timeout", "3s", "search"], "search"), (["--", "search"], "search"),
    ]

    @Test(arguments: commands) func `a subcommand of one or two words is found`(line: [String], name: String)
        throws
    {
        #expect(try Shop.run(line).command == name)
    }

    static let flagForms: [[String]] = [
        ["--timeout", "3s", "search"], ["search", "--timeout", "3s"], ["search", "--timeout=3s"],
        ["--timeout=3s", "search", "berry"], ["search", "berry", "--timeout", "3s"],
    ]

    @Test(arguments: flagForms)
    func `a flag stands before or after the subcommand, with a blank or an equals sign`(
        line: [String]
    ) throws {
        #expect(try Shop.run(line).text(Shop.timeout) == "3s")
    }

    static let texts: [([String], String?)] = [
        (["search"], nil), (["search", "berry"], "berry"), (["search", ""], ""), (["search", "-"], "-"),
        (["search", "-5"], "-5"), (["search", "-0.50"], "-0.50"), (["search", "--", "--json"], "--json"),
        (["search", "--", "--help"], "--help"), (["search", "--", "--"], "--"), (["search", "a=b"], "a=b"),
    ]

    @Test(arguments: texts) func `an argument is taken as it is`(line: [String], text: String?) throws {
        #expect(try Shop.run(line).textOrNil(Shop.text) == text)
    }

    static let values: [([String], String)] = [
        (["--count=-5"], "-5"), (["--count", "-5"], "-5"), (["--count="], ""), (["--count=a=b"], "a=b"),
        (["--count=--json"], "--json"), (["--count", "-"], "-"),
    ]

    @Test(arguments: [["--format", "-tree"], ["--format=-tree"]])
    func `one of the values that there are may start with a minus`(flags: [String]) throws {
        #expect(try Shop.run(["search"] + flags).text(Shop.format) == "-tree")
    }

    @Test(arguments: values) func `a value of a flag is taken as it is`(flags: [String], value: String) throws
    {
        #expect(try Shop.run(["search"] + flags).text(Shop.count) == value)
    }

    @Test func `a repeated flag and a repeated argument keep their order`() throws {
        let line = ["order", "kiwi:2", "--coupon", "A", "mango", "--name=Ann", "--coupon=B", "--", "-x"]
        let parsed = try Shop.run(line)
        #expect(parsed.texts(Shop.lines) == ["kiwi:2", "mango", "-x"])
        #expect(parsed.texts(Shop.coupons) == ["A", "B"])
        #expect(!parsed.isOn(Shop.insecure))
    }

    static let refused: [([String], String)] = [
        ([], "no command given: search, order, price, product put, product remove, policy, policy put"),
        (["serch"], "unknown command serch: did you mean search?"),
        (["sea"], "unknown command sea: did you mean search?"),
        (["teleport"], "unknown command teleport"),
        (["product"], "product alone is no command: product put, product remove"),
        (["product", "putt", "kiwi"], "unknown command product putt: did you mean product put?"),
        (["search", "--jsn"], "unknown flag --jsn: did you mean --json?"),
        (["order", "kiwi", "--ins"], "unknown flag --ins: did you mean --insecure?"),
        (["search", "--teleport"], "unknown flag --teleport"),
        (["search", "--insecure"], "unknown flag --insecure"),
        (["search", "-j"], "unknown flag -j"),
        (["search", "---"], "unknown flag ---"),
        (["--count", "3", "search"], "unknown flag --count"),
        (["search", "--json=yes"], "--json takes no value"),
        (["search", "--count"], "--count needs a value: --count N"),
        (["search", "--count", "--json"], "--count needs a value: --count N"),
        (["search", "--count", "1", "--count", "1"], "--count is given twice"),
        (["search", "--json", "--json"], "--json is given twice"),
        (["search", "a", "b"], "unexpected argument b"),
        (["search", "--format", "tree"], "--format must be one of table, list, -tree, not tree"),
        (["price", "kiwi"], "AMOUNT is missing: How much"),
        (["order", "--name", "Ann"], "LINE is missing: What to buy"),
        (["order", "kiwi"], "--name is missing: Who buys"),
        (["order"], "LINE and --name are missing"), (["price"], "SKU and AMOUNT are missing"),
        (["search", "--format", "-list"], "--format needs a value: --format FORMAT"),
    ]

    @Test(arguments: refused) func `a wrong line is refused with what is allowed`(
        line: [String], message: String
    ) throws {
        let error = try #require(throws: UsageError.self) { try Shop.parse(line) }
        #expect(error.message == message)
    }

    @Test func `a refusal says where help is`() throws {
        let early = try #require(throws: UsageError.self) { try Shop.parse(["serch"]) }
        #expect(early.description == "unknown command serch: did you mean search? (see `gateway --help`)")
        let late = try #require(throws: UsageError.self) { try Shop.parse(["product", "put"]) }
        #expect(late.description == "SKU is missing: Which product (see `gateway product put --help`)")
    }

    @Test func `a program without subcommands takes arguments and flags itself`() throws {
        let bind = Flag(
            "--bind", value: "ADDRESS", environment: "SHOP_BIND", default: "tcp://*:7001", help: "Where")
        let service = Command(
            name: "catalog-service", summary: "Serves.", arguments: [Shop.text], flags: [bind])
        guard case .run(let parsed) = try service.parse(["x"], environment: ["SHOP_BIND": "a"], version: "1")
        else {
            throw Shop.NotRun()
        }
        #expect(parsed.command == "catalog-service")
        #expect(try parsed.text(bind) == "a")
        #expect(try parsed.text(Shop.text) == "x")
    }
}

@Suite struct EnvironmentTests {
    static let sources: [([String], [String: String], String)] = [
        (["search"], [:], "5s"), (["search"], ["SHOP_TIMEOUT": "2s"], "2s"),
        (["search"], ["SHOP_TIMEOUT": ""], "5s"),
        (["search", "--timeout", "1s"], ["SHOP_TIMEOUT": "2s"], "1s"),
    ]

    @Test(arguments: sources) func `the flag wins over the environment, which wins over the default`(
        line: [String], environment: [String: String], value: String
    ) throws {
        #expect(try Shop.run(line, environment).text(Shop.timeout) == value)
    }

    static let switches: [(String, Bool)] = [
        ("1", true), ("true", true), ("yes", true), ("0", false), ("false", false), ("no", false),
        ("", false),
    ]

    @Test(arguments: switches) func `a switch is on or off by its variable`(value: String, isOn: Bool) throws
    {
        #expect(try Shop.run(["search"], ["SHOP_JSON": value]).isOn(Shop.json) == isOn)
    }

    @Test
    func `a variable of a repeated flag holds values with commas between, and the flag replaces them all`()
        throws
    {
        let line = ["order", "kiwi", "--name", "Ann"]
        #expect(try Shop.run(line, ["SHOP_COUPONS": "A,B"]).texts(Shop.coupons) == ["A", "B"])
        #expect(try Shop.run(line + ["--coupon", "C"], ["SHOP_COUPONS": "A,B"]).texts(Shop.coupons) == ["C"])
    }

    @Test func `a wrong value names the variable it came from`() throws {
        let onSwitch = try #require(throws: UsageError.self) {
            try Shop.parse(["search"], ["SHOP_JSON": "maybe"])
        }
        #expect(onSwitch.message == "SHOP_JSON must be one of true, false, 1, 0, yes, no, not maybe")
        let parsed = try Shop.run(["search"], ["SHOP_TIMEOUT": "soon"])
        let onTime = try #require(throws: UsageError.self) { try parsed.milliseconds(Shop.timeout) }
        #expect(
            onTime.message
                == "SHOP_TIMEOUT must be a time from 0ms to 1440m, such as 250ms, 5s or 2m, not soon")
    }

    @Test func `a flag may have a short name`() throws {
        let verbose = Flag("--verbose", short: "-v", help: "Tell more")
        let command = Command(name: "tool", summary: "A tool", flags: [verbose])
        for word in ["-v", "--verbose"] {
            guard case .run(let parsed) = try command.parse([word], version: "1") else { return }
            #expect(parsed.isOn(verbose))
        }
        #expect(throws: UsageError.self) { try command.parse(["-v", "--verbose"], version: "1") }
        guard case .show(let help) = try command.parse(["--help"], version: "1") else { return }
        #expect(help.contains("  -v, --verbose  Tell more"))
    }

    @Test func `an optional argument leaves words that it does not accept to the next one`() throws {
        let address = Argument("ADDRESS", optional: true, accepts: { $0.contains("://") }, help: "Where")
        let method = Argument("METHOD", help: "What")
        let command = Command(name: "tool", summary: "A tool", arguments: [address, method])
        guard case .run(let one) = try command.parse(["a.b"], version: "1"),
            case .run(let two) = try command.parse(["tcp://x:1", "a.b"], version: "1")
        else { return }
        #expect(one.textOrNil(address) == nil && one.textOrNil(method) == "a.b")
        #expect(two.textOrNil(address) == "tcp://x:1" && two.textOrNil(method) == "a.b")
        #expect(throws: UsageError.self) { try command.parse(["tcp://x:1"], version: "1") }
        #expect(throws: UsageError.self) { try command.parse(["a.b", "tcp://x:1"], version: "1") }
    }
}
