import CommandLineOptions
import Contracts
import WireProtocol

/// Everything about one product.
struct ShowCommand: ShopCommand {
    private static let sku = Argument("SKU", completes: ShopCompletion.sku, help: "Which product")

    static let syntax = Command(
        name: "show", summary: "Show a product: what it is, its price, options and stock", arguments: [sku],
        examples: ["gateway show cupcake", "gateway show strawberry --json"])

    let sku: Sku

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {
        sku = try parsed.sku(Self.sku)
    }

    func run(in shop: Shop) async throws(GatewayError) -> ProductAnswer {
        async let selling = shop.selling([sku])
        let found = try await shop.call(GetProducts(skus: [sku])).value
        guard let product = found.products.first else {
            throw .refusal(by: .catalog, .unknownProducts([sku]))
        }
        return ProductAnswer(product: product, selling: try await selling.get())
    }
}
