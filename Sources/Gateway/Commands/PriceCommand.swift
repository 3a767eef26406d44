import CommandLineOptions
import Contracts
import Messaging
import WireProtocol

/// Sets a price, now or for a time.
struct PriceCommand: ChangingCommand {
    private static let sku = Argument("SKU", completes: ShopCompletion.sku, help: "Which product")
    private static let amount = Argument("AMOUNT", help: "Price of one unit, such as 0.55")
    private static let from = Flag(
        "--from", value: "WHEN", help: "Day or instant from which it holds (default now)")
    private static let until = Flag(
        "--until", value: "WHEN",
        help: "Instant at which it ends, or the last day on which it holds; "
            + "without it the price holds for good and ends every price that was planned for later")

    private static let unusual = Flag(
        "--unusual",
        help:
            "Also when AMOUNT is 0, or more than \(UsualBounds.priceFactor) times as much or as little as before"
    )

    static let syntax = Command(
        name: "price", summary: "Set the price of a product; the first one makes its offer",
        arguments: [sku, amount],
        flags: [from, until, unusual, keyFlag],
        examples: [
            "gateway price strawberry 0.55", "gateway price mango 1.20 --from 2099-06-01 --until 2099-06-19",
            "gateway price mango 150 --currency JPY",
        ])

    let request: SetPrice
    let isMeant: Bool
    let typed: TypedWords
    let key: String

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {
        typed = TypedWords(
            parsed,
            [
                "sku": Self.sku, "unitPrice": Self.amount, "from": Self.from, "until": Self.until,
                "currency": Settings.currency,
            ])
        request = SetPrice(
            sku: try parsed.sku(Self.sku), currency: settings.currency,
            unitPrice: try parsed.amount(Self.amount, settings.currency),
            from: try parsed.validityOrNil(Self.from), until: try parsed.validityOrNil(Self.until))
        isMeant = parsed.isOn(Self.unusual)
        key = try parsed.keyOrNil(Self.keyFlag) ?? makeIdempotencyKey()
    }

    func run(in shop: Shop) async throws(GatewayError) -> Noted<Answered<OfferDefinition>> {
        let before = try await shop.part(
            GetOfferDefinitions(skus: [request.sku]), withinMilliseconds: Shop.asideMilliseconds
        ).get()
        try requireUsual(after: before.value?.offers.first)
        do throws(GatewayError) {
            let after = try await shop.change(request, key: key)
            let notes = before.value?.offers.first.map { ended($0, after.value) } ?? []
            return Noted(answer: after, notes: notes)
        } catch {
            return try await makingOffer(after: error, shop)
        }
    }

    /// Asks for a word more where the price is more likely a slip than meant.
    private func requireUsual(after offer: OfferDefinition?) throws(GatewayError) {
        let now = SystemTime().now()
        let current = offer?.prices.first { $0.currency == request.currency && $0.holds(at: now) }?.unitPrice
        guard !isMeant, !UsualBounds.isUsual(request.unitPrice, after: current) else { return }
        let was = current.map { ", and is \($0.decimal(request.currency)) now" } ?? ""
        throw .refusal(
            by: .pricing,
            Fault(
                .failedPrecondition, code: "unusual_price",
                message:
                    "\(request.unitPrice.decimal(request.currency)) \(request.currency) is an unusual price for "
                    + "\(request.sku)\(was): --unusual sets it all the same"))
    }

    /// The first price of a product that the catalog knows; a sku with a typing error gets none.
    ///
    /// Under a key of before it may have been that already, and then is told again.
    private func makingOffer(
        after error: GatewayError, _ shop: Shop
    ) async throws(GatewayError) -> Noted<Answered<OfferDefinition>> {
        let told = await shop.namingMissingOffers(error, of: [request.sku])
        guard let failure = told.failure,
            failure.isFault("no_offer") || failure.isFault("idempotency_conflict")
        else { throw told }
        var first = request
        first.create = true
        let made = try await shop.change(first, key: key)
        return Noted(
            answer: made, notes: ["\(request.sku) has its first price, and is for sale where there is stock"])
    }

    /// The planned prices that gave way to this one.
    private func ended(_ before: OfferDefinition, _ after: OfferDefinition) -> [String] {
        let left = after.prices.filter { $0.currency == request.currency }
        return before.prices.filter { planned in
            planned.currency == request.currency && planned.from != nil
                && !left.contains { $0.isLeft(of: planned) }
        }
        .map { "the price \($0.sentence) is no longer planned" }
    }
}

extension PricePeriod {
    /// Whether this is the other one, or what a price set in its time left of it.
    fileprivate func isLeft(of other: PricePeriod) -> Bool {
        unitPrice == other.unitPrice && (tiers ?? []) == (other.tiers ?? [])
            && (from == other.from || until == other.until)
    }

    /// Bounds that are stored are instants.
    fileprivate func holds(at now: Timestamp) -> Bool {
        if case .instant(let from)? = from, now < from { return false }
        if case .instant(let until)? = until, until <= now { return false }
        return true
    }

    fileprivate var sentence: String {
        let times = [("from", from), ("until", until)].compactMap { word, bound in
            bound.map { "\(word) \($0.text)" }
        }
        return (["\(unitPrice.decimal(currency)) \(currency)"] + times).joined(separator: " ")
    }
}
