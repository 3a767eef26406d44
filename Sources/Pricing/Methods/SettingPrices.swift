package import Contracts
package import Messaging
import WireProtocol

extension PricingMethods {
    /// Sets the price of a sku for a time; the change, the key and its answer are kept together.
    package func setPrice(_ request: SetPrice, _ context: CallContext) async throws -> OfferDefinition {
        let key = try ChangeKey(request, context)
        return try await store.write(
            { ledger in
                // First of all: a repeated call is answered as before, though its `from` may be past by now.
                if let stored = try ledger.answer(of: key) { return try WireCoding().decode(from: stored) }
                try context.requireTime()
                let empty = request.create == true ? OfferDefinition(sku: request.sku, prices: []) : nil
                guard let known = try ledger.offer(request.sku) ?? empty else {
                    throw Fault.unknownSku(request.sku, at: "sku")
                }
                let price = try request.price(policy, calendar, at: context.now)
                let offer = try change(known, to: price, request.currency, in: ledger, at: context.now)
                try ledger.keep(try WireCoding().encode(offer), of: key)
                return offer
            }, committed: follow)
    }

    /// The offer with the price set. One that is the same writes nothing; what is over leaves the offer.
    private func change(
        _ known: OfferDefinition, to price: TimedPrice, _ currency: Currency, in ledger: any OfferLedger,
        at now: Timestamp
    ) throws -> OfferDefinition {
        let changed = known.setting(price, currency, calendar)
        if changed == known { return known }
        let (offer, past) = changed.retiring(at: now, calendar)
        try offer.requireRoom()
        try ledger.save(offer)
        try ledger.retire(past, of: offer.sku)
        return offer
    }
}

extension SetPrice {
    /// The price with its validity resolved; a start in the past is refused, since what was sold was sold.
    fileprivate func price(
        _ policy: Policy, _ calendar: ShopCalendar, at now: Timestamp
    ) throws(Fault) -> TimedPrice {
        var problems = Problems()
        OfferResolution(policy: policy, calendar: calendar)
            .requireSupported(currency, &problems, at: "currency")
        let validity = Validity(
            from: from ?? .instant(now), until: until, calendar, &problems, at: "")
        if let validity, validity.from < now {
            let problem = FieldProblem(
                code: "invalid_request",
                message: "\(validity.from.rfc3339) is in the past: leave it out to change the price now",
                facts: ["now": .text(now.rfc3339)])
            problems.add(problem, at: "from")
        }
        try problems.throwIfAny()
        return TimedPrice(unitPrice: unitPrice, tiers: tiers ?? [], validity: validity ?? .always)
    }
}

extension OfferDefinition {
    /// The definition without the prices that are over, and these.
    fileprivate func retiring(
        at now: Timestamp, _ calendar: ShopCalendar
    ) -> (offer: OfferDefinition, past: [PricePeriod]) {
        var offer = self
        var past: [PricePeriod] = []
        offer.prices = []
        for timeline in timelines(calendar) {
            let (kept, over) = timeline.retiring(at: now)
            offer.prices += kept.prices.map { $0.period(timeline.currency) }
            past += over.map { $0.period(timeline.currency) }
        }
        return (offer, past)
    }

    /// The definition with one price set; all other currencies stay as they are.
    fileprivate func setting(
        _ price: TimedPrice, _ currency: Currency, _ calendar: ShopCalendar
    ) -> OfferDefinition {
        var timelines = timelines(calendar)
        let index = timelines.firstIndex { $0.currency == currency }
        let timeline = index.map { timelines.remove(at: $0) } ?? PriceTimeline(currency: currency, prices: [])
        timelines.append(timeline.setting(price))
        var changed = self
        changed.prices = timelines.sorted { $0.currency.code < $1.currency.code }
            .flatMap { timeline in timeline.prices.map { $0.period(timeline.currency) } }
        return changed
    }
}
