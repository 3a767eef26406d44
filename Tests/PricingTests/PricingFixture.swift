public import Contracts
import Messaging
import Pricing
import SQLiteStores
public import WireProtocol

/// Pricing over an empty store in memory, with a lock that seals nothing.
struct PricingFixture {
    let methods: PricingMethods
    let store: SQLitePricingStore

    /// 2026-06-19T12:00:00Z
    static let now = Timestamp(milliseconds: 1_781_870_400_000)

    init(_ offers: OfferDefinition..., timeZone: String = "UTC") async throws {
        store = try SQLitePricingStore(path: ":memory:")
        methods = try await PricingMethods(
            store: store, policy: .standard(timeZone: timeZone), lock: PlainLock())
        if !offers.isEmpty { _ = try await methods.put(PutOffers(offers: offers)) }
    }

    func quote(
        _ lines: BasketLine..., currency: Currency = .usDollar, at now: Timestamp = now
    ) throws -> Quote {
        try quote(QuoteBasket(currency: currency, lines: lines), at: now)
    }

    /// As the dispatcher does: the request's own rules first.
    func quote(_ basket: QuoteBasket, at now: Timestamp = now) throws -> Quote {
        try basket.validate()
        return try methods.quote(basket, CallContext(method: QuoteBasket.method, now: now))
    }

    func setPrice(
        _ request: SetPrice, key: String = "key-1", at now: Timestamp = now
    ) async throws -> OfferDefinition {
        try request.validate()
        return try await methods.setPrice(
            request, CallContext(method: SetPrice.method, key: key, now: now))
    }

    func history(_ sku: Sku, at now: Timestamp = now) async throws -> GetPriceHistory.Reply {
        try await methods.history(
            GetPriceHistory(sku: sku, currency: .usDollar),
            CallContext(method: GetPriceHistory.method, now: now))
    }
}

extension CallContext {
    /// Of a caller who waits for as long as it takes.
    static func patient(_ method: String) -> CallContext {
        CallContext(method: method, now: PricingFixture.now, remainingMilliseconds: .max)
    }
}

extension PricingMethods {
    func put(_ request: PutOffers) async throws -> ChangeCounts {
        try await put(request, .patient(PutOffers.method))
    }

    func remove(_ request: RemoveOffers) async throws -> RemovedCount {
        try await remove(request, .patient(RemoveOffers.method))
    }
}

/// Shows what would be sealed.
struct PlainLock: QuoteLock {
    func newQuoteID() -> String { "quote-1" }

    func seal(_ quote: SealedQuote) throws(Fault) -> String {
        String(decoding: try WireCoding().encode(quote), as: UTF8.self)
    }
}

/// The fault that `body` ends with; nil when it ends well.
func fault(_ body: () async throws -> Void) async throws -> Fault? {
    do {
        try await body()
        return nil
    } catch let fault as Fault {
        return fault
    }
}

extension Sku: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) {
        guard let sku = Sku(text) else { preconditionFailure("no sku: \(text)") }
        self = sku
    }
}

extension Timestamp: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) {
        guard let instant = Timestamp(rfc3339: text) else { preconditionFailure("no instant: \(text)") }
        self = instant
    }
}

extension Currency: ExpressibleByStringLiteral {
    public init(stringLiteral code: String) {
        guard let currency = Currency(code) else { preconditionFailure("no currency: \(code)") }
        self = currency
    }
}

extension OfferDefinition {
    /// An offer with one price for ever.
    static func plain(
        _ sku: Sku, _ unitPrice: Amount, tiers: [PriceTier]? = nil, currency: Currency = .usDollar,
        quantity: QuantityRule? = nil
    ) -> OfferDefinition {
        OfferDefinition(
            sku: sku, prices: [PricePeriod(currency: currency, unitPrice: unitPrice, tiers: tiers)],
            quantity: quantity)
    }
}
