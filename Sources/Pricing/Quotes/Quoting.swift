package import Contracts
package import WireProtocol

extension PriceBook {
    /// What a basket costs: decided by the book, the policy, the basket and the instant alone.
    package func quote(
        _ basket: QuoteBasket, at now: Timestamp, under policy: Policy
    ) throws(Fault) -> Quote {
        guard policy.currencies.contains(basket.currency) else {
            throw Fault.invalid([Policy.unsupported(basket.currency).detail(at: "currency")])
        }
        let instant = basket.at ?? now
        var check = BasketCheck(self, basket.currency, at: instant)
        let sources = try check.sources(basket.lines)
        var draft = QuoteDraft(basket, at: instant, policy, sources)
        for step in QuoteSteps.inOrder { try step.apply(&draft) }
        return draft.finished()
    }
}

extension QuoteDraft {
    fileprivate init(
        _ basket: QuoteBasket, at instant: Timestamp, _ policy: Policy, _ sources: [LineSource]
    ) {
        let explains = basket.explain == true
        let destination = basket.destination ?? Destination(country: policy.homeCountry)
        self.sources = sources
        terms = QuoteTerms(
            currency: basket.currency, country: destination.country, coupons: basket.coupons ?? [],
            explains: explains)
        quote = Quote(
            currency: basket.currency, at: instant,
            lines: basket.unpricedLines(explaining: explains),
            subtotal: .zero, discount: .zero, shipping: .zero, shippingTax: .zero, tax: .zero, taxes: [],
            total: .zero, taxIncluded: policy.taxIncluded, taxMode: policy.taxMode, rounding: policy.rounding,
            destination: destination,
            coupons: [], rejectedCoupons: [], why: explains ? [] : nil)
    }
}

extension QuoteBasket {
    fileprivate func unpricedLines(explaining: Bool) -> [QuoteLine] {
        var unpriced: [QuoteLine] = []
        unpriced.reserveCapacity(lines.count)
        // By index: a line of its own would be a copy of all that it holds.
        for index in lines.indices {
            unpriced.append(
                QuoteLine(
                    sku: lines[index].sku, quantity: lines[index].quantity, options: lines[index].options,
                    note: lines[index].note, unitPrice: .zero, surcharge: .zero, discount: .zero, tax: .zero,
                    total: .zero, why: explaining ? [] : nil))
        }
        return unpriced
    }
}
