package import Messaging
import Contracts
import Threading
import WireProtocol

/// What the catalog hears of prices and stock, and how old that is; keeps the index at it.
package final class SellingViews: Sendable {
    private struct State {
        var prices = SellingView(.prices)
        var stock = SellingView(.stock)
        var tasks: [Task<Void, Never>] = []
        var subscribers: [Subscriber] = []
    }

    private let store: any CatalogStore
    private let time: any TimeSource
    private let state = Locked(State())

    package init(store: any CatalogStore, time: any TimeSource) {
        self.store = store
        self.time = time
    }

    /// Follows these streams until `close`.
    package func follow(_ subscribers: [Subscriber]) {
        for subscriber in subscribers {
            let task = Task { [self] in
                for await update in subscriber { await take(update) }
            }
            state.withLock { state in
                state.tasks.append(task)
                state.subscribers.append(subscriber)
            }
        }
    }

    package func close() {
        let tasks = state.withLock { state in
            defer { state.tasks = [] }
            return state.tasks
        }
        for task in tasks { task.cancel() }
    }

    /// The next update of a stream, in order.
    package func take(_ update: StreamUpdate) async {
        let now = time.elapsedMilliseconds()
        let changes = state.withLock { state in
            update.stream == ShopStream.stock.rawValue
                ? state.stock.take(update, atMilliseconds: now)
                : state.prices.take(update, atMilliseconds: now)
        }
        if !changes.isEmpty { await store.apply(changes) }
    }

    /// What is known at this instant of the time of day.
    func ages(at now: Timestamp) -> SellingAges {
        let elapsed = time.elapsedMilliseconds()
        return state.withLock {
            SellingAges(prices: $0.prices.age, stock: $0.stock.age, now: now, elapsedMilliseconds: elapsed)
        }
    }

    /// How far behind the views are, for people; empty when they are current.
    package var notes: [String] {
        let now = time.elapsedMilliseconds()
        let (prices, stock, subscribers) = state.withLock { ($0.prices.age, $0.stock.age, $0.subscribers) }
        let behind = subscribers.flatMap(\.status).reduce(into: [String: Int64]()) { sums, status in
            if let behind = status.behind { sums[status.stream, default: 0] += behind }
        }
        return [(ShopStream.prices, prices), (.stock, stock)].compactMap { stream, age in
            let events = behind[stream.rawValue].map { $0 > 0 ? ", \($0) events behind" : "" } ?? ""
            return switch age {
            case .current: events.isEmpty ? nil : "\(stream.rawValue)\(events)"
            case .unknown: "\(stream.rawValue) not heard yet\(events)"
            case .since(let instant): "\(stream.rawValue) \(max(0, now - instant) / 1000) s old\(events)"
            }
        }
    }
}

/// How old prices and stock are at the instant of one search.
struct SellingAges: Sendable {
    let prices: SellingView.Age
    let stock: SellingView.Age
    /// The time of day, in which ages are told; they are not counted in it.
    let now: Timestamp
    let elapsedMilliseconds: Int64

    /// Of the older of the two; nil when neither was ever known.
    var milliseconds: Int64? { [milliseconds(prices), milliseconds(stock)].compactMap(\.self).max() }

    private func milliseconds(_ age: SellingView.Age) -> Int64? {
        switch age {
        case .unknown: nil
        case .current: 0
        case .since(let instant): max(0, elapsedMilliseconds - instant)
        }
    }

    /// Refuses what cannot be told before the streams were heard once; what is old is told with its age.
    func require(_ request: SearchProducts) throws(Fault) {
        if stock == .unknown, request.inStock != nil { throw .notHeardYet("stock") }
        if prices == .unknown, request.minPrice != nil || request.maxPrice != nil {
            throw .notHeardYet("prices")
        }
    }

    func hit(_ item: FoundPage.Item, _ currency: Currency?) -> SearchHit {
        let level = item.selling.stock
        let isCounted = level?.tracked ?? (stock != .unknown)
        let available = isCounted ? level?.available ?? 0 : nil
        let price = currency.flatMap { item.selling.price($0) }
        let isAnythingKnown = price != nil || available != nil || level != nil
        let age = isAnythingKnown ? milliseconds : nil
        return SearchHit(
            product: item.product, match: item.match, price: price, available: available,
            tracked: level?.tracked == false ? false : nil, asOf: age.map { now.adding(milliseconds: -$0) },
            ageMilliseconds: age.map { WireInteger($0) })
    }
}

extension Fault {
    fileprivate static func notHeardYet(_ what: String) -> Fault {
        Fault(
            .unavailable, code: "\(what)_unknown", message: "the catalog has not heard of \(what) yet",
            retryable: true, retryAfterMilliseconds: 1000)
    }
}
