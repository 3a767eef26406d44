package import Contracts
package import Messaging
package import WireProtocol

extension PricingMethods {
    /// How skus sell at an instant in one currency.
    package func offers(_ request: GetOffers, _ context: CallContext) throws(Fault) -> GetOffers.Reply {
        try requireSupported(request.currency)
        let book = currentBook
        let instant = request.at ?? context.now
        var reply = GetOffers.Reply(currency: request.currency, offers: [], missing: [])
        for sku in distinct(request.skus) {
            if let offer = book[sku]?.offer(request.currency, at: instant, policy.rounding) {
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
    ) throws(Fault) -> GetPriceHistory.Reply {
        try requireSupported(request.currency)
        guard let entry = currentBook[request.sku] else { throw .unknownSku(request.sku, at: "sku") }
        let timeline = entry.timeline(request.currency)
        return GetPriceHistory.Reply(
            currency: request.currency, prices: timeline?.prices.map(\.past) ?? [],
            lowestPrior: timeline?.lowestPrior(at: context.now))
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
