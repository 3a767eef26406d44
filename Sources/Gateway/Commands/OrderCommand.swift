import CommandLineOptions
import Contracts
import WireProtocol

/// Buys a basket: locks its price, then places it with one key until that is answered.
///
/// Sending it again under the same key, by itself or by the buyer, never makes a second order.
struct OrderCommand: ChangingCommand {
    private static let lines = Argument(
        "LINE", optional: true, repeats: true, completes: ShopCompletion.sku,
        help: BasketLineText.help + "; none with --token")
    private static let name = Flag("--name", value: "NAME", required: true, help: "Who buys")
    private static let email = Flag("--email", value: "EMAIL", help: "The buyer's email")
    private static let street = Flag("--street", value: "STREET", required: true, help: "Street and number")
    private static let city = Flag("--city", value: "CITY", required: true, help: "City")
    private static let postalCode = Flag(
        DestinationFlags.postalCode.name, value: "CODE", help: "Postal code, which most countries need")
    private static let country = Flag(
        "--country", value: "CODE", required: true, help: "Country, two capital letters such as US")
    private static let coupon = Flag("--coupon", value: "CODE", repeats: true, help: "Coupon to apply")
    private static let payment = Flag(
        "--payment", value: "METHOD[:TOKEN]", default: "offline",
        help: "How to pay, with a payment provider's token; never a card number")
    private static let token = Flag(
        "--token", value: "TOKEN", help: "Go on with an order whose price is locked; needs --key")
    private static let expectedTotal = Flag(
        "--expected-total", value: "AMOUNT", help: "The total that was quoted with --token")

    static let syntax = Command(
        name: "order", summary: "Buy a basket; asked again with the same --key it is bought once",
        arguments: [lines],
        flags: [
            name, email, street, city, DestinationFlags.region, postalCode, country, coupon,
            payment, keyFlag, token, expectedTotal,
        ],
        examples: [
            #"gateway order strawberry:2 mango --name "Ada Example" --street "1 Market Street" "#
                + "--city Springfield --postal-code 62701 --country US",
            #"gateway order --key K --token T --expected-total 2.50 --name "Ada Example" … (goes on)"#,
        ])

    /// What is bought.
    enum Purchase: Sendable, Equatable {
        case basket(QuoteBasket)
        /// Quoted before: goes on with an order that was not answered.
        case lockedQuote(token: String, total: Amount)
    }

    private static var words: KeyValuePairs<String, any Parameter> {
        [
            "customer.name": name, "customer.email": email, "customer": email, "address.street": street,
            "address.city": city, "address.region": DestinationFlags.region,
            "address.postalCode": postalCode, "address.country": country,
            "destination.region": DestinationFlags.region, "destination.postalCode": postalCode,
            "destination.country": country, "coupons": coupon, "payment": payment, "token": token,
            "expectedTotal": expectedTotal, "key": keyFlag, "currency": Settings.currency,
        ]
    }

    let key: String
    /// Whether the buyer chose the key, and so may have ordered with it before.
    let isKeyGiven: Bool
    let purchase: Purchase
    let customer: Customer
    let address: Address
    let payment: PaymentChoice
    let typed: TypedWords

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {
        typed = TypedWords(parsed, Self.words).adding(lines: parsed.texts(Self.lines))
        let givenKey = try parsed.keyOrNil(Self.keyFlag)
        key = givenKey ?? makeIdempotencyKey()
        isKeyGiven = givenKey != nil
        customer = Customer(name: try parsed.text(Self.name), email: try parsed.emailOrNil(Self.email))
        address = Address(
            street: try parsed.text(Self.street), city: try parsed.text(Self.city),
            region: parsed.textOrNil(DestinationFlags.region),
            postalCode: parsed.textOrNil(Self.postalCode), country: try parsed.country(Self.country))
        payment = Self.payment(try parsed.text(Self.payment))
        purchase =
            if parsed.textOrNil(Self.token) == nil {
                .basket(try Self.basket(parsed, settings, customer: customer.email, address: address))
            } else {
                try Self.lockedQuote(parsed, settings)
            }
    }

    private static func payment(_ text: String) -> PaymentChoice {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        return PaymentChoice(method: parts[0], token: parts.count > 1 ? parts[1] : nil)
    }

    private static func lockedQuote(_ parsed: Parsed, _ settings: Settings) throws(UsageError) -> Purchase {
        guard parsed.textOrNil(keyFlag) != nil else {
            throw UsageError(message: "--token needs the --key that was printed with it")
        }
        let total = try parsed.amount(expectedTotal, settings.currency)
        return .lockedQuote(token: try parsed.text(token), total: total)
    }

    private static func basket(
        _ parsed: Parsed, _ settings: Settings, customer: String?, address: Address
    ) throws(UsageError) -> QuoteBasket {
        guard parsed.textOrNil(expectedTotal) == nil else {
            throw UsageError(message: "--expected-total belongs to --token")
        }
        let lines = try parsed.texts(lines).map(BasketLineText.parse)
        guard !lines.isEmpty else { throw UsageError(message: "LINE is missing: \(BasketLineText.help)") }
        let destination = Destination(
            country: address.country, region: address.region, postalCode: address.postalCode)
        return QuoteBasket(
            currency: settings.currency, lines: lines, coupons: parsed.textsOrNil(coupon),
            destination: destination, customer: customer, lock: true)
    }

    func run(in shop: Shop) async throws(GatewayError) -> Noted<Answered<Order>> {
        if isKeyGiven, case .basket = purchase, let earlier = try await placedEarlier(shop) { return earlier }
        let (token, total) = try await locked(shop)
        let request = PlaceOrder(
            token: token, expectedTotal: total, customer: customer, address: address, payment: payment)
        do throws(ServiceFailure) {
            return Noted(answer: try await shop.settle(request, changingWithKey: key))
        } catch {
            // Somebody was quicker with this key.
            if error.isFault("idempotency_conflict"), let earlier = try await placedEarlier(shop) {
                return earlier
            }
            let waited = shop.deadline.allowedMilliseconds
            guard error.isPassing else {
                throw .service(sealKeysTold(error), waitedMilliseconds: waited)
            }
            let pending = PendingOrder(
                key: key, request: request, currency: shop.settings.currency,
                addresses: shop.settings.addressFlags, mayBePlaced: error.mayBeDone || isKeyGiven)
            throw .unsettledOrder(error, pending, waitedMilliseconds: waited)
        }
    }

    /// The order that was placed with this key before; nil when there is none.
    ///
    /// - Throws: a refusal that names it when something else was bought.
    private func placedEarlier(_ shop: Shop) async throws(GatewayError) -> Noted<Answered<Order>>? {
        let found: Answered<Order>
        do throws(ServiceFailure) {
            found = try await shop.settle(FindOrder(key: key))
        } catch {
            if error.isFault("unknown_order") { return nil }
            throw .change(error, key: key, waitedMilliseconds: shop.deadline.allowedMilliseconds)
        }
        let differences = differences(of: found.value)
        guard differences.isEmpty else {
            throw .refusal(by: .checkout, .keyOfAnotherOrder(found.value, key: key, differences))
        }
        return Noted(
            answer: found, notes: ["this order was placed with --key \(key) before, and no other one now"])
    }

    /// In what an order under this key is not the one that is asked for; what a token stands for is not known.
    private func differences(of order: Order) -> [String] {
        switch purchase {
        case .lockedQuote: ["token or total"]
        case .basket(let basket): order.differences(from: basket, customer, address, payment)
        }
    }

    /// A token that pricing has just sealed is right; who cannot open it has another key.
    private func sealKeysTold(_ failure: ServiceFailure) -> ServiceFailure {
        guard case .basket = purchase, failure.isFault("invalid_quote") else { return failure }
        return ServiceFailure(service: failure.service, reason: .fault(.sealKeysDiffer))
    }

    private func locked(_ shop: Shop) async throws(GatewayError) -> (token: String, total: Amount) {
        switch purchase {
        case .lockedQuote(let token, let total): return (token, total)
        case .basket(let basket):
            let quote = try await quoted(basket, shop)
            guard quote.rejectedCoupons.isEmpty else {
                throw .refusal(by: .pricing, .rejectedCoupons(quote.rejectedCoupons))
            }
            if let token = quote.token { return (token, quote.total) }
            let failure = ServiceFailure(
                service: .pricing, reason: .unreadable("a locked quote without token"))
            throw .service(failure, waitedMilliseconds: shop.deadline.allowedMilliseconds)
        }
    }

    /// - Throws: also for a product that the catalog does not have, which is not for sale whatever its offer says.
    private func quoted(_ basket: QuoteBasket, _ shop: Shop) async throws(GatewayError) -> Quote {
        do throws(GatewayError) {
            let (quote, unlisted) = try await shop.quote(basket)
            guard unlisted.isEmpty else { throw .refusal(by: .catalog, .noProducts(unlisted)) }
            return quote.value
        } catch {
            guard case .service(let failure, let waited) = error, failure.isOutage else { throw error }
            throw .halfway(failure, done: "nothing was ordered", waitedMilliseconds: waited)
        }
    }
}
