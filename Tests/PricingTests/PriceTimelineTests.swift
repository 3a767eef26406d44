import Contracts
import Pricing
import Testing
import WireProtocol

@Suite struct PriceTimelineTests {
    /// A price in days after 2026-06-01; nil is an open side.
    struct Stretch: Sendable, Equatable, CustomStringConvertible {
        var price: Int64
        var from: Int64?
        var until: Int64?

        init(_ price: Int64, _ from: Int64?, _ until: Int64?) {
            self.price = price
            self.from = from
            self.until = until
        }

        var timed: TimedPrice {
            TimedPrice(
                unitPrice: Amount(price),
                validity: Validity(from: from.map(Stretch.instant), until: until.map(Stretch.instant)))
        }

        init(_ price: TimedPrice) {
            self.init(
                price.unitPrice.minorUnits, price.validity.start.map(Stretch.day),
                price.validity.stop.map(Stretch.day))
        }

        static let dayMilliseconds: Int64 = 86_400_000
        static let first: Timestamp = "2026-06-01T00:00:00Z"

        static func instant(_ day: Int64) -> Timestamp { first.adding(milliseconds: day * dayMilliseconds) }

        static func day(_ instant: Timestamp) -> Int64 {
            (instant.milliseconds - first.milliseconds) / dayMilliseconds
        }

        var description: String {
            "\(price) [\(from.map(String.init) ?? "") \(until.map(String.init) ?? ""))"
        }
    }

    struct Splice: Sendable {
        var before: [Stretch]
        var set: Stretch
        var after: [Stretch]

        init(_ before: [Stretch], _ set: Stretch, _ after: [Stretch]) {
            self.before = before
            self.set = set
            self.after = after
        }
    }

    static let splices = [
        Splice([], Stretch(9, 5, nil), [Stretch(9, 5, nil)]),
        Splice([Stretch(1, nil, nil)], Stretch(9, 5, nil), [Stretch(1, nil, 5), Stretch(9, 5, nil)]),
        Splice(
            [Stretch(1, nil, nil)], Stretch(9, 5, 8),
            [Stretch(1, nil, 5), Stretch(9, 5, 8), Stretch(1, 8, nil)]),
        Splice(
            [Stretch(1, nil, 3), Stretch(2, 3, 6), Stretch(3, 6, nil)], Stretch(9, 2, 7),
            [Stretch(1, nil, 2), Stretch(9, 2, 7), Stretch(3, 7, nil)]),
        Splice(
            [Stretch(1, nil, 3), Stretch(2, 3, nil)], Stretch(9, 3, nil),
            [Stretch(1, nil, 3), Stretch(9, 3, nil)]),
        Splice(
            [Stretch(1, 0, 3), Stretch(2, 6, 9)], Stretch(9, 3, 6),
            [Stretch(1, 0, 3), Stretch(9, 3, 6), Stretch(2, 6, 9)]),
        Splice([Stretch(1, 4, 6)], Stretch(9, 4, 6), [Stretch(9, 4, 6)]),
        Splice([Stretch(1, 4, 6), Stretch(2, 8, nil)], Stretch(9, nil, nil), [Stretch(9, nil, nil)]),
    ]

    @Test(arguments: splices)
    func `a price that is set trims and splits what it overlaps`(splice: Splice) {
        let timeline = PriceTimeline(currency: .usDollar, prices: splice.before.map(\.timed))
        let set = timeline.setting(splice.set.timed)
        #expect(set.prices.map(Stretch.init) == splice.after)
        for price in set.prices {
            #expect(set.price(at: price.validity.from) == price)
        }
    }

    struct Reduction: Sendable {
        var prices: [Stretch]
        var lowest: Int64?
    }

    /// Seen on day 100.
    static let reductions = [
        // 20.00 for 60 days, then 15.00 since yesterday.
        Reduction(prices: [Stretch(2000, 39, 99), Stretch(1500, 99, nil)], lowest: 2000),
        Reduction(prices: [Stretch(2000, nil, 99), Stretch(1500, 99, nil)], lowest: 2000),
        // Cheaper within the 30 days before.
        Reduction(
            prices: [
                Stretch(2000, 0, 80), Stretch(1200, 80, 90), Stretch(2000, 90, 99), Stretch(1500, 99, nil),
            ],
            lowest: 1200),
        // Cheaper, and over at the instant in which the window opens.
        Reduction(
            prices: [Stretch(1200, 0, 69), Stretch(2000, 69, 99), Stretch(1500, 99, nil)], lowest: 2000),
        Reduction(
            prices: [Stretch(1200, 0, 70), Stretch(2000, 70, 99), Stretch(1500, 99, nil)], lowest: 1200),
        // Set anew without a change: the reduction is the first of the run.
        Reduction(
            prices: [Stretch(2000, 0, 50), Stretch(1500, 50, 95), Stretch(1500, 95, nil)], lowest: 2000),
        // A future price does not count.
        Reduction(
            prices: [Stretch(2000, 0, 99), Stretch(1500, 99, 120), Stretch(1000, 120, nil)], lowest: 2000),
        // No reduction: dearer, the first price, none at all now.
        Reduction(prices: [Stretch(1000, 0, 99), Stretch(1500, 99, nil)], lowest: nil),
        Reduction(prices: [Stretch(1500, nil, nil)], lowest: nil),
        Reduction(prices: [Stretch(2000, 0, 50), Stretch(1500, 50, 99)], lowest: nil),
        Reduction(prices: [], lowest: nil),
    ]

    @Test(arguments: reductions)
    func `the lowest price of the 30 days before a reduction is found`(reduction: Reduction) {
        let timeline = PriceTimeline(currency: .usDollar, prices: reduction.prices.map(\.timed))
        #expect(timeline.lowestPrior(at: Stretch.instant(100)) == reduction.lowest.map { Amount($0) })
    }
}
