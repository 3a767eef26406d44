import CommandLineOptions

/// A program with subcommands, as the tests use it.
enum Shop {
    static let timeout = Flag(
        "--timeout", value: "TIME", environment: "SHOP_TIMEOUT", default: "5s", help: "How long to wait")
    static let json = Flag("--json", environment: "SHOP_JSON", help: "Print JSON")
    static let format = Flag(
        "--format", value: "FORMAT", allowed: ["table", "list", "-tree"], help: "How to print")
    static let name = Flag("--name", value: "NAME", required: true, help: "Who buys")
    static let coupons = Flag(
        "--coupon", value: "CODE", environment: "SHOP_COUPONS", repeats: true, help: "A coupon to use")
    static let insecure = Flag("--insecure", help: "Go without keys")
    static let count = Flag("--count", value: "N", help: "How many rows")
    static let text = Argument("TEXT", optional: true, help: "What to look for")
    static let lines = Argument("LINE", repeats: true, help: "What to buy")
    static let sku = Argument("SKU", help: "Which product")
    static let amount = Argument("AMOUNT", help: "How much")

    static let program = Command(
        name: "gateway", summary: "The shop on the command line.", flags: [timeout, json],
        examples: ["gateway search berr"],
        subcommands: [
            Command(name: "search", summary: "Finds products.", arguments: [text], flags: [format, count]),
            Command(
                name: "order", summary: "Buys.", arguments: [lines], flags: [name, coupons, insecure],
                examples: ["gateway order strawberry:3 --name Ann"]),
            Command(name: "price", summary: "Sets a price.", arguments: [sku, amount]),
            Command(name: "product put", summary: "Stores a product.", arguments: [sku]),
            Command(name: "product remove", summary: "Removes a product.", arguments: [sku]),
            Command(name: "policy", summary: "Shows the policy.", arguments: [text], flags: [count]),
            Command(name: "policy put", summary: "Stores the policy.", arguments: [text]),
        ])

    static func parse(_ line: [String], _ environment: [String: String] = [:]) throws(UsageError) -> Outcome {
        try program.parse(line, environment: environment, version: "1.2")
    }

    struct NotRun: Error {}

    static func run(_ line: [String], _ environment: [String: String] = [:]) throws -> Parsed {
        guard case .run(let parsed) = try parse(line, environment) else { throw NotRun() }
        return parsed
    }

    static func show(_ line: [String]) throws -> String {
        guard case .show(let text) = try parse(line) else { throw NotRun() }
        return text
    }
}
