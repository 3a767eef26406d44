import Contracts
import WireProtocol

/// The rules of a definition that need the shop's calendar and currencies.
struct OfferResolution {
    let policy: Policy
    let calendar: ShopCalendar

    /// The definition as it is kept: validities as instants, prices by currency and time.
    ///
    /// What is wrong is added to `problems`: `unsupported_currency`, `overlapping_prices`, bounds out of order.
    func resolved(
        _ definition: OfferDefinition, _ problems: inout Problems, at path: String
    ) -> OfferDefinition {
        var resolved = definition
        resolved.prices = []
        var timelines: [Currency: [(index: Int, price: TimedPrice)]] = [:]
        for (index, period) in definition.prices.enumerated() {
            let pricePath = "\(path).prices[\(index)]"
            requireSupported(period.currency, &problems, at: "\(pricePath).currency")
            guard
                let validity = Validity(
                    from: period.from, until: period.until, calendar, &problems, at: "\(pricePath).")
            else { continue }
            let price = TimedPrice(
                unitPrice: period.unitPrice, tiers: period.tiers ?? [], validity: validity)
            timelines[period.currency, default: []].append((index, price))
        }
        for (currency, prices) in timelines.sorted(by: { $0.key.code < $1.key.code }) {
            let sorted = prices.sorted { $0.price.validity.from < $1.price.validity.from }
            requireDistinct(sorted, currency, &problems, at: "\(path).prices")
            resolved.prices += sorted.map { $0.price.period(currency) }
        }
        return resolved
    }

    func requireSupported(_ currency: Currency, _ problems: inout Problems, at field: String) {
        guard !policy.currencies.contains(currency) else { return }
        problems.add(Policy.unsupported(currency), at: field)
    }

    /// - Parameter prices: by the start of their validity.
    private func requireDistinct(
        _ prices: [(index: Int, price: TimedPrice)], _ currency: Currency, _ problems: inout Problems,
        at path: String
    ) {
        guard var longest = prices.first else { return }
        for next in prices.dropFirst() {
            if next.price.validity.overlaps(longest.price.validity) {
                let message =
                    "\(currency) \(next.price.validity) overlaps \(path)[\(longest.index)], "
                    + "\(longest.price.validity)"
                let problem = FieldProblem(
                    code: "overlapping_prices", message: message,
                    facts: ["overlaps": .text("\(path)[\(longest.index)]")])
                problems.add(problem, at: "\(path)[\(next.index)]")
            }
            if next.price.validity.until > longest.price.validity.until { longest = next }
        }
    }
}
