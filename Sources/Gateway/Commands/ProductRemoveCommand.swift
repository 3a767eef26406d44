import CommandLineOptions
import Contracts
import WireProtocol

/// Takes products out of the catalog and ends their sale.
struct ProductRemoveCommand: ShopCommand {
    private static let skus = Argument(
        "SKU", repeats: true, completes: ShopCompletion.sku,
        help: "Which products")
    private static let ifExists = Flag("--if-exists", help: "What is not there is no error")

    static let syntax = Command(
        name: "product remove", summary: "Remove products and their offers", arguments: [skus],
        flags: [ifExists],
        examples: ["gateway product remove kiwi mango", "gateway product remove kiwi --if-exists"])

    static let timeoutMilliseconds = 10_000

    let skus: [Sku]
    let mayBeMissing: Bool

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {
        skus = try parsed.skus(Self.skus)
        mayBeMissing = parsed.isOn(Self.ifExists)
    }

    func run(in shop: Shop) async throws(GatewayError) -> RemovalAnswer {
        let missing = mayBeMissing ? [] : try await missing(shop)
        guard !missing.isEmpty else { return try await removal(shop) }
        let refusal = GatewayError.refusal(by: .catalog, .unknownProducts(missing))
        if missing.count == Set(skus).count { throw refusal }
        var answer = try await removal(shop)
        answer.missing = missing
        if case .fault(let fault)? = await shop.suggestingSkus(refusal).failure?.reason {
            answer.notes = fault.details.map(\.message)
        }
        return answer
    }

    /// What neither the catalog nor pricing has.
    private func missing(_ shop: Shop) async throws(GatewayError) -> [Sku] {
        let unlisted = try await shop.call(GetProducts(skus: skus)).value.missing
        if unlisted.isEmpty { return [] }
        return try await shop.call(GetOfferDefinitions(skus: unlisted)).value.missing
    }

    /// The offers first: what nobody can find any more must not be for sale.
    private func removal(_ shop: Shop) async throws(GatewayError) -> RemovalAnswer {
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

/// How many were there and are gone, and what was not there.
struct RemovalAnswer: Answer {
    var products: Int
    var offers: Int
    var missing: [Sku] = []
    var notes: [String] = []

    var exitCode: ExitCode { missing.isEmpty ? .done : .refused }

    func text(_ style: Style) -> String {
        "\(products) \(products == 1 ? "product" : "products") and "
            + "\(offers) \(offers == 1 ? "offer" : "offers") removed\n"
    }

    var json: [UInt8] {
        Self.encoded(
            Removal(removed: products, offersRemoved: offers, missing: missing.isEmpty ? nil : missing))
    }
}

/// `catalog.remove`'s reply, with how many offers went too.
private struct Removal: Encodable {
    var removed: Int
    var offersRemoved: Int
    var missing: [Sku]?
}
