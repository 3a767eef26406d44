import CommandLineOptions
import Contracts

/// Sets a price, now or for a time.
struct PriceCommand: ChangingCommand {
    private static let sku = Argument("SKU", help: "Which product")
    private static let amount = Argument("AMOUNT", help: "Price of one unit, such as 0.55")
    private static let from = Flag(
        "--from", value: "WHEN", help: "Day or instant from which it holds (default now)")
    private static let until = Flag(
        "--until", value: "WHEN", help: "Instant at which it ends, or the last day on which it holds")

    static let syntax = Command(
        name: "price", summary: "Set the price of a product", arguments: [sku, amount],
        flags: [from, until, keyFlag],
        examples: [
            "gateway price strawberry 0.55", "gateway price mango 1.20 --from 2026-06-01 --until 2026-06-19",
            "gateway price mango 150 --currency JPY",
        ])

    let request: SetPrice
    let key: String

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {
        request = SetPrice(
            sku: try parsed.sku(Self.sku), currency: settings.currency,
            unitPrice: try parsed.amount(Self.amount, settings.currency),
            from: try parsed.validityOrNil(Self.from), until: try parsed.validityOrNil(Self.until))
        key = try parsed.keyOrNil(Self.keyFlag) ?? makeIdempotencyKey()
    }

    func run(in shop: Shop) async throws(GatewayError) -> Answered<OfferDefinition> {
        try await shop.change(request, key: key)
    }
}
