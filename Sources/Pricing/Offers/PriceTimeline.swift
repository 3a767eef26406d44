package import Contracts
package import WireProtocol

/// All prices of a sku in one currency: in the order of time, never two at once.
package struct PriceTimeline: Sendable, Equatable {
    package let currency: Currency
    package private(set) var prices: [TimedPrice]

    /// - Parameter prices: in any order; must not overlap.
    package init(currency: Currency, prices: [TimedPrice]) {
        self.currency = currency
        self.prices = prices.sorted { $0.validity.from < $1.validity.from }
    }

    /// The price at an instant; nil in a gap.
    package func price(at instant: Timestamp) -> TimedPrice? {
        guard let index = index(startingBy: instant), instant < prices[index].validity.until else {
            return nil
        }
        return prices[index]
    }

    /// The first instant after this one at which a price starts or ends.
    func nextBoundary(after instant: Timestamp) -> Timestamp? {
        let next = index(startingBy: instant).map { $0 + 1 } ?? 0
        let end = price(at: instant)?.validity.stop
        let start = next < prices.count ? prices[next].validity.from : nil
        return [end, start].compactMap(\.self).min()
    }

    /// The last price that starts at `instant` or before, whether it still holds or not.
    private func index(startingBy instant: Timestamp) -> Int? {
        var low = 0
        var high = prices.count
        while low < high {
            let middle = (low + high) / 2
            if prices[middle].validity.from <= instant { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }

    /// The timeline with `price` in it: what it overlaps is trimmed, split, or gone. Beside the same price it makes
    /// no new stretch, so setting what holds already changes nothing.
    package func setting(_ price: TimedPrice) -> PriceTimeline {
        var price = price
        var kept: [TimedPrice] = []
        for other in prices.flatMap({ $0.outside(price.validity) }) {
            if let joined = price.joined(with: other) { price = joined } else { kept.append(other) }
        }
        return PriceTimeline(currency: currency, prices: kept + [price])
    }

    /// The timeline without what is over, and what that is. The last of it stays: a clock that is set back a little
    /// finds it.
    func retiring(at now: Timestamp) -> (kept: PriceTimeline, past: [TimedPrice]) {
        let over = prices.prefix { $0.validity.until <= now }.dropLast()
        return (PriceTimeline(currency: currency, prices: Array(prices.dropFirst(over.count))), Array(over))
    }

    /// The lowest price of the 30 days before the current reduction, with the one that was valid when these days
    /// began; nil when the current price is no reduction.
    package func lowestPrior(at now: Timestamp) -> Amount? {
        guard let current = index(startingBy: now), prices[current].validity.contains(now) else { return nil }
        let unitPrice = prices[current].unitPrice
        // The same price set anew is no reduction of its own: it starts where the first of the run does.
        var first = current
        while first > 0, prices[first - 1].unitPrice == unitPrice,
            prices[first - 1].validity.until == prices[first].validity.from
        {
            first -= 1
        }
        guard first > 0, unitPrice < prices[first - 1].unitPrice else { return nil }
        let reduction = prices[first].validity.from
        let window = Validity(
            from: reduction.adding(milliseconds: -PriceTimeline.priorMilliseconds), until: reduction)
        return prices[..<first].filter { $0.validity.overlaps(window) }.map(\.unitPrice).min()
    }

    private static let priorMilliseconds: Int64 = 30 * 24 * 3600 * 1000
}

extension TimedPrice {
    /// Both as one, where they are the same price and one begins when the other ends.
    fileprivate func joined(with other: TimedPrice) -> TimedPrice? {
        guard unitPrice == other.unitPrice, tiers == other.tiers,
            validity.from == other.validity.until || validity.until == other.validity.from
        else { return nil }
        var joined = self
        joined.validity.from = min(validity.from, other.validity.from)
        joined.validity.until = max(validity.until, other.validity.until)
        return joined
    }

    /// What is left of this price when another one takes over during `taken`.
    fileprivate func outside(_ taken: Validity) -> [TimedPrice] {
        guard validity.overlaps(taken) else { return [self] }
        var before = self
        before.validity.until = taken.from
        var after = self
        after.validity.from = taken.until
        return [before, after].filter { $0.validity.from < $0.validity.until }
    }
}
