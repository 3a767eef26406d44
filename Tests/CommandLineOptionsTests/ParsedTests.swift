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
            #expect(error.message.hasPrefix("--count is a whole number from 0 to 100, not "))
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
        #expect(error.message == "TEXT is a number, not tcp://a:1")
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
        (["product", "--help"], "product remove"),
        (["search", "a", "b", "--help"], "Usage: gateway search"),
    ]

    @Test(arguments: helped) func `help is answered wherever it is asked for`(line: [String], part: String)
        throws
    {
        #expect(try Shop.show(line).contains(part))
    }

    @Test func `the version is told`() throws {
        #expect(try Shop.show(["--version"]) == "gateway 1.2")
    }
}
