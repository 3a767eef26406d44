import CommandLineOptions
import Testing

@Suite struct ParsedTests {
    static let integers: [(String, Int?)] = [
        ("0", 0), ("20", 20), ("100", 100), ("101", nil), ("-1", nil), ("", nil), ("1.0", nil), ("+5", nil),
        ("0x10", nil), ("99999999999999999999", nil), ("5 ", nil), ("٣", nil),
    ]

    @Test(arguments: integers) func `a whole number is read within its range`(text: String, number: Int?)
        throws
    {
        let parsed = try Shop.run(["search", "--count=\(text)"])
        if let number {
            #expect(try parsed.integer(Shop.count, in: 0...100) == number)
        } else {
            let error = try #require(throws: UsageError.self) { try parsed.integer(Shop.count, in: 0...100) }
            #expect(error.message.hasPrefix("--count must be a whole number from 0 to 100, not "))
        }
    }

    static let times: [(String, Int?)] = [
        ("5", 5000), ("5s", 5000), ("250ms", 250), ("1.5s", 1500), ("0.001s", 1), ("2m", 120_000),
        ("1.25m", 75_000),
        ("0", 0), ("1.5ms", nil), ("0.0001s", nil), ("-1s", nil), ("s", nil), ("", nil), (".5s", nil),
        ("5 s", nil),
        ("5h", nil), ("1.s", nil), ("99999999999999999999", nil), ("9223372036854775807m", nil), ("1e3", nil),
    ]

    @Test(arguments: times) func `a time is read exactly`(text: String, milliseconds: Int?) throws {
        let parsed = try Shop.run(["search", "--timeout=\(text)"])
        let read = try? parsed.milliseconds(Shop.timeout)
        #expect(read == milliseconds)
    }

    static let timeBounds: [(ClosedRange<Int>, String)] = [
        (1...60_000, "a time from 1ms to 1m, such as 250ms or 5s"),
        (0...86_400_000, "a time from 0ms to 1440m, such as 250ms, 5s or 2m"),
        (1500...90_000, "a time from 1500ms to 90s, such as 5s"), (1...2, "a time from 1ms to 2ms"),
    ]

    @Test(arguments: timeBounds)
    func `a time out of bounds is refused with bounds and examples that are allowed`(
        range: ClosedRange<Int>, allowed: String
    ) throws {
        let parsed = try Shop.run(["search", "--timeout=2d"])
        let error = try #require(throws: UsageError.self) { try parsed.milliseconds(Shop.timeout, in: range) }
        #expect(error.message == "--timeout must be \(allowed), not 2d")
    }

    @Test func `what was not given is nil, or an error that names it`() throws {
        let parsed = try Shop.run(["search"])
        #expect(try parsed.integerOrNil(Shop.count) == nil)
        #expect(parsed.texts(Shop.coupons) == [])
        let error = try #require(throws: UsageError.self) { try parsed.integer(Shop.count) }
        #expect(error.message == "--count is missing: How many rows")
    }

    @Test func `a value is converted, or refused with what is allowed`() throws {
        let parsed = try Shop.run(["search", "tcp://a:1"])
        let size = try parsed.converted(Shop.text, allowed: "an address") {
            $0.hasPrefix("tcp://") ? $0.count : nil
        }
        #expect(size == 9)
        let error = try #require(throws: UsageError.self) {
            try parsed.converted(Shop.text, allowed: "a number") { Int($0) }
        }
        #expect(error.message == "TEXT must be a number, not tcp://a:1")
    }
}

@Suite struct HelpTextTests {
    @Test func `the program's help lists commands, flags and examples`() throws {
        let expected = """
            The shop on the command line.

            Usage: gateway [flags] COMMAND …

            Commands:
              search          Finds products.
              order           Buys.
              price           Sets a price.
              product put     Stores a product.
              product remove  Removes a product.
              policy          Shows the policy.
              policy put      Stores the policy.

            Flags:
              --timeout TIME  How long to wait (default 5s; or SHOP_TIMEOUT)
              --json          Print JSON (or SHOP_JSON)
              --help          Show this help
              --version       Show the version

            Examples:
              gateway search berr

            Help on one command: gateway COMMAND --help
            """
        #expect(try Shop.show(["--help"]) == expected)
    }

    @Test func `a command's help shows its arguments and flags, and those of every command`() throws {
        let expected = """
            Buys.

            Usage: gateway order --name NAME [flags] LINE…

            Arguments:
              LINE  What to buy

            Flags:
              --name NAME    Who buys (required)
              --coupon CODE  A coupon to use (or SHOP_COUPONS; may repeat)
              --insecure     Go without keys

            Flags of every command:
              --timeout TIME  How long to wait (default 5s; or SHOP_TIMEOUT)
              --json          Print JSON (or SHOP_JSON)
              --help          Show this help
              --version       Show the version

            Examples:
              gateway order strawberry:3 --name Ann
            """
        #expect(try Shop.show(["order", "--help"]) == expected)
    }

    static let helped: [([String], String)] = [
        (["-h"], "Usage: gateway [flags]"), (["order", "--bad", "--help"], "Usage: gateway order"),
        (["product", "put", "-h"], "Usage: gateway product put [flags] SKU"),
        (["--help", "search"], "Usage: gateway search [flags] [TEXT]"),
        (["help"], "Usage: gateway [flags]"), (["help", "order"], "Usage: gateway order"),
        (["help", "product", "put"], "Usage: gateway product put"), (["help", "--help"], "Usage: gateway"),
        (["policy", "--help"], "gateway policy put [flags] [TEXT]"),
        (["search", "a", "b", "--help"], "Usage: gateway search"),
    ]

    @Test(arguments: helped) func `help is answered wherever it is asked for`(line: [String], part: String)
        throws
    {
        #expect(try Shop.show(line).contains(part))
    }

    @Test(arguments: [["product", "--help"], ["--help", "product"], ["help", "product"]])
    func `commands that have their first word in common have help of their own`(line: [String]) throws {
        let expected = """
            Usage:
              gateway product put [flags] SKU
              gateway product remove [flags] SKU

            Commands:
              product put     Stores a product.
              product remove  Removes a product.

            Flags of every command:
              --timeout TIME  How long to wait (default 5s; or SHOP_TIMEOUT)
              --json          Print JSON (or SHOP_JSON)
              --help          Show this help
              --version       Show the version

            Help on one command: gateway COMMAND --help
            """
        #expect(try Shop.show(line) == expected)
    }

    @Test(arguments: [
        (["help", "serch"], "unknown command serch: did you mean search?"),
        (["help", "help"], "unknown command help"),
        (["help", "product", "putt"], "unknown command product putt: did you mean product put?"),
    ])
    func `help on what there is not is refused`(line: [String], message: String) throws {
        let error = try #require(throws: UsageError.self) { try Shop.parse(line) }
        #expect(error.message == message)
    }

    @Test func `the version is told`() throws {
        #expect(try Shop.show(["--version"]) == "gateway 1.2")
    }
}
