import CommandLineOptions
import Contracts
import WireProtocol

/// What a basket costs.
struct QuoteCommand: ShopCommand {
    private static let lines = Argument(
        "LINE", repeats: true, completes: ShopCompletion.sku, help: BasketLineText.help)
    private static let at = Flag(
        "--at", value: "WHEN", help: "Price of another instant than now, or of a day's start")
    private static let lock = Flag("--lock", help: "Hold the price for 15 minutes: print a token")
    private static let explain = Flag("--explain", help: "Show the steps that led to each amount")
    private static let customer = Flag("--customer", value: "EMAIL", help: "Buyer, for limits per customer")
    private static let coupon = Flag("--coupon", value: "CODE", repeats: true, help: "Coupon to apply")

    static let syntax = Command(
        name: "quote", summary: "Price a basket", arguments: [lines],
        flags: DestinationFlags.all + [coupon, customer, at, lock, explain],
        examples: [
            "gateway quote strawberry:3 mango",
            "gateway quote cupcake:10,flavour=rainbow,extras=frosting+sprinkles --explain",
            "gateway quote kiwi:12 --country US --region CA --lock --json",
        ])

    private static var words: KeyValuePairs<String, any Parameter> {
        [
            "destination.country": DestinationFlags.country, "destination.region": DestinationFlags.region,
            "destination.postalCode": DestinationFlags.postalCode, "coupons": coupon, "customer": customer,
            "at": at, "lock": lock, "currency": Settings.currency,
        ]
    }

    let request: QuoteBasket
    let typed: TypedWords

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {
        typed = TypedWords(parsed, Self.words).adding(lines: parsed.texts(Self.lines))
        request = QuoteBasket(
            currency: settings.currency,
            lines: try parsed.texts(Self.lines).map(BasketLineText.parse),
            coupons: parsed.textsOrNil(Self.coupon), destination: try DestinationFlags.destination(parsed),
            customer: try parsed.emailOrNil(Self.customer),
            at: try parsed.instantOrNil(Self.at, settings.zone),
            lock: parsed.isOn(Self.lock) ? true : nil, explain: parsed.isOn(Self.explain) ? true : nil)
    }

    func run(in shop: Shop) async throws(GatewayError) -> Noted<Answered<Quote>> {
        let (quote, unlisted) = try await shop.quote(request)
        let notes = unlisted.map {
            "the catalog has no product \($0): `gateway order` refuses it until `gateway product put FILE` adds it"
        }
        return Noted(answer: quote, notes: notes)
    }
}
