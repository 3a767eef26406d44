import CommandLineOptions
import Contracts
import WireProtocol

/// Changes how many of a product there are.
struct RestockCommand: ChangingCommand {
    private static let sku = Argument("SKU", help: "Which product")
    private static let count = Argument(
        "N", optional: true, help: "How many came in; negative for what is gone, none with --untracked")
    private static let set = Flag("--set", help: "N is how many there are, not how many came in")
    private static let untracked = Flag(
        "--untracked", help: "Made to order: it is not counted and never runs out")

    static let syntax = Command(
        name: "restock", summary: "Change the stock of a product", arguments: [sku, count],
        flags: [set, untracked, keyFlag],
        examples: [
            "gateway restock strawberry 50", "gateway restock strawberry -3",
            "gateway restock strawberry 97 --set",
            "gateway restock cupcake --untracked",
        ])

    let change: StockChange
    let key: String

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {
        change = try Self.change(parsed)
        key = try parsed.keyOrNil(Self.keyFlag) ?? makeIdempotencyKey()
    }

    private static func change(_ parsed: Parsed) throws(UsageError) -> StockChange {
        let sku = try parsed.sku(Self.sku)
        if parsed.isOn(untracked) {
            guard parsed.textOrNil(count) == nil, !parsed.isOn(set) else {
                throw UsageError(
                    message: "--untracked takes neither N nor --set: what is made to order is not counted")
            }
            return StockChange(sku: sku, tracked: false)
        }
        let number = Quantity(try parsed.wholeNumber(count))
        return parsed.isOn(set) ? StockChange(sku: sku, set: number) : StockChange(sku: sku, add: number)
    }

    func run(in shop: Shop) async throws(GatewayError) -> Answered<StockLevels> {
        try await shop.change(Restock(changes: [change]), key: key)
    }
}
