import CommandLineOptions
import Contracts
import WireProtocol

/// Changes how many of a product there are.
struct RestockCommand: ChangingCommand {
    private static let sku = Argument("SKU", completes: ShopCompletion.sku, help: "Which product")
    private static let count = Argument(
        "N", optional: true, help: "How many came in; negative for what is gone, none with --untracked")
    private static let set = Flag("--set", help: "N is how many there are, not how many came in")
    private static let untracked = Flag(
        "--untracked", help: "Made to order: it is not counted and never runs out")

    private static let unusual = Flag(
        "--unusual", help: "Also when N is beyond \(UsualBounds.stock.upperBound), up or down")
    private static let new = Flag(
        "--new", help: "Also when the catalog has no such product, as before its first `product put`")

    static let syntax = Command(
        name: "restock", summary: "Change the stock of a product", arguments: [sku, count],
        flags: [set, untracked, new, unusual, keyFlag],
        examples: [
            "gateway restock strawberry 50", "gateway restock strawberry -3",
            "gateway restock strawberry 97 --set",
            "gateway restock cupcake --untracked",
        ])

    let change: StockChange
    let typed: TypedWords
    let mayBeNew: Bool
    let key: String

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {
        typed = TypedWords(
            parsed, ["changes[0].sku": Self.sku, "changes[0].add": Self.count, "changes[0].set": Self.count])
        change = try Self.change(parsed)
        mayBeNew = parsed.isOn(Self.new)
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
        guard parsed.isOn(unusual) || UsualBounds.stock.contains(number.value) else {
            throw UsageError(
                message:
                    "\(number.value) is beyond \(UsualBounds.stock.upperBound): --unusual does it all the same"
            )
        }
        return parsed.isOn(set) ? StockChange(sku: sku, set: number) : StockChange(sku: sku, add: number)
    }

    func run(in shop: Shop) async throws(GatewayError) -> Noted<Answered<StockLevels>> {
        let notes = mayBeNew ? [] : try await checkProduct(shop)
        let answer = try await shop.change(Restock(changes: [change]), key: key)
        return Noted(answer: answer, notes: notes + added(answer.value))
    }

    /// What an unusual addition made of what was there.
    private func added(_ levels: StockLevels) -> [String] {
        guard let added = change.add?.value, !UsualBounds.stock.contains(added),
            let level = levels.levels.first(where: { $0.sku == change.sku }),
            level.tracked
        else { return [] }
        return ["\(change.sku): was \(level.onHand.value - added), is \(level.onHand.value)"]
    }

    /// A sku with a typing error would be counted for nobody.
    ///
    /// - Returns: what to say when the catalog cannot be asked.
    private func checkProduct(_ shop: Shop) async throws(GatewayError) -> [String] {
        let found = try await shop.part(
            GetProducts(skus: [change.sku]), withinMilliseconds: Shop.asideMilliseconds
        ).get()
        guard let products = found.value?.products else {
            return ["the catalog did not tell whether there is a product \(change.sku)"]
        }
        if products.isEmpty {
            throw .refusal(
                by: .catalog, .unknownProducts([change.sku], " in the catalog: --new counts it all the same"))
        }
        return []
    }
}
