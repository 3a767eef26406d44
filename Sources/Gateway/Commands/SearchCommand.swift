import CommandLineOptions
import Contracts
import Messaging
import WireProtocol

/// Finds products, then asks side by side what they cost and how many there are.
struct SearchCommand: ShopCommand {
    private static let words = Argument(
        "TEXT", optional: true, repeats: true, help: "Words that must all match; none means browse")
    private static let category = Flag(
        "--category", value: "NAME", repeats: true, help: "Only of this category")
    private static let seller = Flag("--seller", value: "NAME", repeats: true, help: "Only of this seller")
    private static let tag = Flag("--tag", value: "TAG", repeats: true, help: "Only with this tag")
    private static let sort = Flag(
        "--sort", value: "ORDER", allowed: SearchSort.allCases.map(\.rawValue), help: "Order of the rows")
    private static let inStock = Flag("--in-stock", help: "Only what can be bought now")
    private static let minPrice = Flag("--min-price", value: "AMOUNT", help: "Only from this price of one on")
    private static let maxPrice = Flag("--max-price", value: "AMOUNT", help: "Only up to this price of one")
    private static let limit = Flag("--limit", value: "N", help: "Rows of one page, 1 to 100 (default 20)")
    private static let cursor = Flag("--cursor", value: "CURSOR", help: "Where the next page starts")

    static let syntax = Command(
        name: "search", summary: "Find products, with price and stock", arguments: [words],
        flags: [category, seller, tag, inStock, minPrice, maxPrice, sort, limit, cursor],
        examples: [
            "gateway search berr", "gateway search --category flower --sort name --limit 50",
            "gateway search --in-stock --max-price 2.50 --sort price",
            "gateway search straw --json",
        ])

    let request: SearchProducts
    let typed: TypedWords

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {
        typed = TypedWords(
            parsed,
            [
                "text": Self.words, "categories": Self.category, "sellers": Self.seller, "tags": Self.tag,
                "minPrice": Self.minPrice, "maxPrice": Self.maxPrice, "limit": Self.limit,
                "cursor": Self.cursor, "currency": Settings.currency,
            ])
        let words = parsed.texts(Self.words)
        request = SearchProducts(
            text: words.isEmpty ? nil : words.joined(separator: " "),
            categories: parsed.textsOrNil(Self.category), sellers: parsed.textsOrNil(Self.seller),
            tags: parsed.textsOrNil(Self.tag), inStock: parsed.isOn(Self.inStock) ? true : nil,
            minPrice: try parsed.amountOrNil(Self.minPrice, settings.currency),
            maxPrice: try parsed.amountOrNil(Self.maxPrice, settings.currency), currency: settings.currency,
            sort: try parsed.wordOrNil(Self.sort, SearchSort.self),
            limit: try parsed.pageLimitOrNil(Self.limit),
            cursor: parsed.textOrNil(Self.cursor))
    }

    func run(in shop: Shop) async throws(GatewayError) -> SearchAnswer {
        let found = try await shop.call(request).value
        let skus = found.items.map(\.product.sku)
        guard !skus.isEmpty else { return SearchAnswer(found: found) }
        var selling = try await shop.selling(skus).get()
        selling.heard = Dictionary(found.items.map { ($0.product.sku, $0) }) { first, _ in first }
        return SearchAnswer(found: found, selling: selling)
    }
}
