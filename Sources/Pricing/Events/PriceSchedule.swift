import Contracts
import WireProtocol

/// When which prices start or end next: a pure value, one instant for each sku that has one.
struct PriceSchedule: Sendable {
    private var next: [Sku: Timestamp] = [:]
    /// The first of all; nil also while it must be looked for.
    private var cachedFirst: Timestamp?

    init() {}

    var count: Int { next.count }

    /// The first instant at which something is due.
    mutating func first() -> Timestamp? {
        if cachedFirst == nil { cachedFirst = next.values.min() }
        return cachedFirst
    }

    /// - Parameter instant: nil when nothing is scheduled for the sku any more.
    mutating func set(_ instant: Timestamp?, for sku: Sku) {
        let before = next[sku]
        next[sku] = instant
        if let first = cachedFirst, before == first, instant != first { cachedFirst = nil }
        if let instant, let first = cachedFirst { cachedFirst = min(first, instant) }
    }

    /// The skus that are due by an instant, with their own instants, in the order of time.
    mutating func due(by instant: Timestamp) -> [(sku: Sku, instant: Timestamp)] {
        guard let first = first(), first <= instant else { return [] }
        return next.filter { $0.value <= instant }.map { (sku: $0.key, instant: $0.value) }
            .sorted { ($0.instant, $0.sku) < ($1.instant, $1.sku) }
    }
}
