import CommandLineOptions
import Contracts

/// Removes products from the catalog.
struct ProductRemoveCommand: ShopCommand {
    private static let skus = Argument(
        "SKU", repeats: true, help: "Which products; what is not there is no error")

    static let syntax = Command(
        name: "product remove", summary: "Remove products from the catalog", arguments: [skus],
        examples: ["gateway product remove kiwi mango"])

    static let timeoutMilliseconds = 10_000

    let request: RemoveProducts

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {
        request = RemoveProducts(skus: try parsed.skus(Self.skus))
    }

    func run(in shop: Shop) async throws(GatewayError) -> Answered<RemovedCount> {
        try await shop.call(request)
    }
}
