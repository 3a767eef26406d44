import CommandLineOptions
import Contracts
import WireProtocol

/// How many there are of some products, or of which there are few.
struct StockCommand: ShopCommand {
    private static let skus = Argument(
        "SKU", optional: true, repeats: true, completes: ShopCompletion.sku, help: "Which products")
    private static let below = Flag(
        "--below", value: "N", help: "What is counted and of which fewer than this are left, the least first")
    private static let limit = Flag(
        "--limit", value: "N", help: "Rows of one page with --below, 1 to 100 (default 20)")
    private static let cursor = Flag("--cursor", value: "CURSOR", help: "Where the next page starts")

    static let syntax = Command(
        name: "stock", summary: "Show how many there are, or of what there are few", arguments: [skus],
        flags: [below, limit, cursor],
        examples: ["gateway stock --below 10", "gateway stock strawberry kiwi"])

    enum Question: Sendable {
        case levels(GetStock)
        case low(ListLowStock)
    }

    let question: Question
    let typed: TypedWords

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {
        typed = TypedWords(
            parsed,
            ["skus": Self.skus, "below": Self.below, "limit": Self.limit, "cursor": Self.cursor])
        let skus = try parsed.skus(Self.skus)
        guard parsed.isGiven(Self.below) else {
            if skus.isEmpty { throw UsageError(message: "give either SKUs or --below N") }
            if let flag = [Self.limit, Self.cursor].first(where: parsed.isGiven) {
                throw UsageError(message: "\(flag.name) belongs to --below")
            }
            question = .levels(GetStock(skus: skus))
            return
        }
        guard skus.isEmpty else {
            throw UsageError(message: "--below looks at all products: leave out the SKUs")
        }
        let most = Int(WireInteger.range.upperBound)
        question = .low(
            ListLowStock(
                below: WireInteger(Int64(try parsed.integer(Self.below, in: 0...most))),
                limit: try parsed.pageLimitOrNil(Self.limit), cursor: parsed.textOrNil(Self.cursor)))
    }

    func run(in shop: Shop) async throws(GatewayError) -> StockAnswer {
        var answer: StockAnswer
        switch question {
        case .levels(let request):
            let found = try await shop.call(request)
            answer = StockAnswer(levels: found.value.levels, json: found.body)
        case .low(let request):
            let found = try await shop.call(request)
            answer = StockAnswer(levels: found.value.levels, next: found.value.next, json: found.body)
        }
        let skus = answer.levels.map(\.sku)
        guard !skus.isEmpty, !shop.settings.wantsJSON else { return answer }
        let products = await shop.part(GetProducts(skus: skus), withinMilliseconds: Shop.asideMilliseconds)
        for product in (try? products.get())?.value?.products ?? [] {
            answer.names[product.sku] = product.name
        }
        return answer
    }
}
