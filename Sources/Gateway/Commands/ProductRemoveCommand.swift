import CommandLineOptions
import Contracts

/// Takes products out of the catalog and ends their sale.
struct ProductRemoveCommand: ShopCommand {
    private static let skus = Argument(
        "SKU", repeats: true, completes: ShopCompletion.sku,
        help: "Which products; what is not there is no error")

    static let syntax = Command(
        name: "product remove", summary: "Remove products and their offers", arguments: [skus],
        examples: ["gateway product remove kiwi mango"])

    static let timeoutMilliseconds = 10_000

    let skus: [Sku]

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {
        skus = try parsed.skus(Self.skus)
    }

    /// The offers first: what nobody can find any more must not be for sale.
    func run(in shop: Shop) async throws(GatewayError) -> RemovalAnswer {
        let offers = try await shop.call(RemoveOffers(skus: skus)).value.removed
        do throws(GatewayError) {
            let products = try await shop.call(RemoveProducts(skus: skus)).value.removed
            return RemovalAnswer(products: products, offers: offers)
        } catch {
            guard case .service(let failure, let waited) = error else { throw error }
            throw .halfway(
                failure, done: "the offers are removed, repeat the command to remove the products",
                waitedMilliseconds: waited)
        }
    }
}

/// How many were there and are gone.
struct RemovalAnswer: Answer {
    var products: Int
    var offers: Int

    func text(_ style: Style) -> String {
        "\(products) \(products == 1 ? "product" : "products") and "
            + "\(offers) \(offers == 1 ? "offer" : "offers") removed\n"
    }

    var json: [UInt8] { Self.encoded(Removal(removed: products, offersRemoved: offers)) }
}

/// `catalog.remove`'s reply, with how many offers went too.
private struct Removal: Encodable {
    var removed: Int
    var offersRemoved: Int
}
