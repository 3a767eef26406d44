package import Contracts
package import Messaging
import WireProtocol

extension PricingMethods {
    /// How skus sell at an instant in one currency.
    package func offers(_ request: GetOffers, _ context: CallContext) async throws -> GetOffers.Reply {
        try requireSupported(request.currency)
        let book = currentBook
        let instant = request.at ?? context.now
        var reply = GetOffers.Reply(currency: request.currency, offers: [], missing: [])
        for sku in distinct(request.skus) {
            let entry = book[sku]
            let price =
                if let price = entry?.price(request.currency, at: instant) {
                    price
                } else if entry != nil, instant < context.now {
                    try await timeline(sku, request.currency)?.price(at: instant)
                } else {
                    nil as TimedPrice?
                }
            if let price, let offer = entry?.offer(request.currency, price, policy.rounding) {
                reply.offers.append(offer)
            } else {
                reply.missing.append(sku)
            }
        }
        return reply
    }

    /// Offers as they are defined, with instants.
    package func get(_ request: GetOfferDefinitions) async throws -> GetOfferDefinitions.Reply {
        let skus = distinct(request.skus)
        let found = try await store.offers(skus)
        let known = Set(found.map(\.sku))
        return GetOfferDefinitions.Reply(offers: found, missing: skus.filter { !known.contains($0) })
    }

    /// The timeline of a price, and the lowest one before the current reduction.
    package func history(
        _ request: GetPriceHistory, _ context: CallContext
    ) async throws -> GetPriceHistory.Reply {
        try requireSupported(request.currency)
        guard let timeline = try await timeline(request.sku, request.currency) else {
            throw Fault.unknownSku(request.sku, at: "sku")
        }
        return GetPriceHistory.Reply(
            currency: request.currency, prices: timeline.prices.map(\.past),
            lowestPrior: timeline.lowestPrior(at: context.now))
    }

    /// All that a price was and will be; nil when there is no such offer.
    private func timeline(_ sku: Sku, _ currency: Currency) async throws -> PriceTimeline? {
        guard var record = try await store.history(sku, currency) else { return nil }
        record.offer.prices += record.past
        return record.offer.timelines(calendar).first { $0.currency == currency }
            ?? PriceTimeline(currency: currency, prices: [])
    }

    func requireSupported(_ currency: Currency) throws(Fault) {
        guard !policy.currencies.contains(currency) else { return }
        throw Fault.invalid([Policy.unsupported(currency).detail(at: "currency")])
    }

    private func distinct(_ skus: [Sku]) -> [Sku] {
        var seen: Set<Sku> = []
        return skus.filter { seen.insert($0).inserted }
    }
}
