import CommandLineOptions
import Contracts
import Messaging
import Testing
import WireProtocol

@testable import Gateway

@Suite struct CommandLineTests {
    @Test(arguments: Program.commands.map { $0.syntax.name })
    func `every command has help with examples`(name: String) async {
        let words = name.split(separator: " ").map(String.init)
        let program = Program(environment: [:], style: .plain) { _, run in await run(FakeServices()) }
        let ending = await program.run(words + ["--help"])
        #expect(ending.exitCode == .done)
        #expect(ending.output.contains("Examples:\n  gateway \(name)"))
        #expect(ending.output.contains("--json"))
        #expect(ending.errors == "")
    }

    @Test func `no example of help is over some day`() throws {
        let days = try Program.commands.flatMap { command in
            guard
                case .show(let help) = try Program.syntax.parse(
                    command.syntax.name.split(separator: " ").map(String.init) + ["--help"],
                    version: Program.version)
            else { return [Substring]() }
            let examples = help.split(separator: "Examples:").last ?? ""
            return examples.split(whereSeparator: { " T\n".contains($0) }).filter {
                ValidityBound(String($0)) != nil
            }
        }
        #expect(days.count == 4)
        for day in days {
            #expect(day.hasPrefix("2099-") || day == "2026-06-01", "orders may look back: \(day)")
        }
    }

    @Test(arguments: [
        (["--timeout", "2m"], "--timeout must be a time from 1ms to 1m, such as 250ms or 5s, not 2m"),
        (["a b"], "SKU must be 1 to 64 of A–Z, a–z, 0–9 and - . _ / + # ~, not a b"),
    ])
    func `a value is refused in a sentence`(arguments: [String], message: String) async {
        let program = Program(environment: [:], style: .plain) { _, run in await run(FakeServices()) }
        let ending = await program.run(["show"] + arguments + ["kiwi"].suffix(arguments.count - 1))
        #expect(ending.errors.hasPrefix("gateway: \(message)"))
    }

    @Test func `everything that an order lacks is named at once`() async {
        #expect(
            await gateway("order", "kiwi", "--name", "Ada").errors
                == "gateway: --street, --city and --country are missing (see `gateway order --help`)\n")
    }

    @Test func `rows are sorted downwards as it is typed`() async {
        let services = FakeServices(["catalog.search": reply(Samples.search)])
        _ = await gateway("search", "--sort", "-rating", services: services)
        #expect(
            await services.bodies("catalog.search").first?.contains(#""sort":"-rating""#) == true)
    }

    @Test func `help says for what order asks`() async {
        let help = await gateway("help", "order").output
        #expect(help.contains("--postal-code CODE") && help.contains("which most countries need"))
        #expect(help.contains("bare number in seconds"))
        #expect(help.contains("with the same --key it is bought once"))
        #expect(await gateway("help", "price").output.contains("ends every price that was planned for later"))
    }

    @Test func `the program has help and a version`() async {
        let help = await gateway("--help").output
        for command in Program.commands { #expect(help.contains(command.syntax.name)) }
        #expect(await gateway("--version").output == "gateway \(Program.version)\n")
    }

    @Test(arguments: [
        [], ["serach"], ["search", "--limitt", "3"], ["search", "--limit", "x"], ["show"], ["show", "a b"],
        ["quote"],
        ["quote", "kiwi", "--currency", "usd"], ["quote", "kiwi", "--timeout", "0"],
        ["quote", "kiwi", "--timeout", "2h"],
        ["quote", "kiwi", "--region", "CA"], ["quote", "kiwi", "--at", "noon"],
        ["search", "--catalog", "localhost:7010"], ["search", "--catalog", "tcp://127.0.0.1:*"],
        ["search", "--catalog", "inproc://a"],
        ["search", "--catalog", "tcp://a,,tcp://b"], ["order-status"], ["order-status", "a", "--key", "k"],
        ["restock", "kiwi"], ["restock", "kiwi", "1.5"], ["restock", "kiwi", "3", "--untracked"],
        ["price", "kiwi", "1.234"],
        ["price", "kiwi", "1", "--from", "soon"], ["product"], ["product", "put"], ["product", "remove"],
        ["call", "$sys.ping"], ["call", "other.thing"], ["describe", "bakery"],
        ["orders", "--status", "lost"], ["search", "--limit", "0"], ["search", "--limit", "101"],
        ["orders", "--limit", "0"], ["search", "--min-price", "-1"], ["price", "kiwi", "-1"],
        ["quote", "kiwi", "--customer", "notanemail"], ["stok", "--help"], ["serach", "kiwi", "-h"],
    ])
    func `a wrong command line is exit code 2, in one line`(arguments: [String]) async {
        let services = FakeServices()
        let program = Program(environment: [:], style: .plain) { _, run in await run(services) }
        let ending = await program.run(arguments)
        #expect(ending.exitCode == .usage)
        #expect(ending.output == "")
        #expect(ending.errors.hasPrefix("gateway: "))
        #expect(ending.errors.filter { $0 == "\n" }.count == 1)
        #expect(await services.calls.isEmpty)
    }

    @Test func `endpoints come from flags, then the environment, then the defaults`() throws {
        let environment = [
            "SHOP_PRICING": "tcp://pricing.example:1,tcp://10.0.0.2:2", "SHOP_CHECKOUT": "tcp://10.0.0.3:3",
        ]
        let line = ["status", "--checkout", "ipc:///tmp/c", "--timeout", "250ms"]
        guard
            case .run(let parsed) = try Program.syntax.parse(
                line, environment: environment, version: Program.version)
        else { throw Fault(.internal, code: "internal", message: "not a command") }
        let settings = try Settings(parsed)
        #expect(settings.endpoints[.catalog]?.map(\.description) == ["tcp://127.0.0.1:7010"])
        #expect(
            settings.endpoints[.pricing]?.map(\.description) == [
                "tcp://pricing.example:1", "tcp://10.0.0.2:2",
            ])
        #expect(settings.endpoints[.checkout]?.map(\.description) == ["ipc:///tmp/c"])
        #expect(settings.timeoutMilliseconds == 250)
        #expect(settings.currency.code == "USD")
        #expect(!settings.wantsJSON)
    }
}
