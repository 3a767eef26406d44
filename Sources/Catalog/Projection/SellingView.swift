import Contracts
import Messaging

/// Follows one stream of another service: what its updates mean for the index, and how old the view is. A pure value.
struct SellingView: Sendable {
    enum Age: Sendable, Equatable {
        /// The whole state was never heard.
        case unknown
        case current
        /// It was current last at these milliseconds of a clock that is never set.
        case since(Int64)
    }

    private(set) var age = Age.unknown
    private let stream: ShopStream
    private var current: Set<Endpoint> = []
    private var known: Set<Sku> = []
    /// What a publisher has named since its state began to be told anew.
    private var named: [Endpoint: Set<Sku>] = [:]
    private(set) var unreadable = 0

    init(_ stream: ShopStream) { self.stream = stream }

    /// How many skus something is known of.
    var count: Int { known.count }

    mutating func take(_ update: StreamUpdate, atMilliseconds now: Int64) -> [SellingChange] {
        guard update.stream == stream.rawValue else { return [] }
        switch update.change {
        case .event(let event): return changes([event], update.publisher)
        case .snapshot(let items): return changes(items, update.publisher)
        case .reset:
            named[update.publisher] = []
            return []
        case .current:
            current.insert(update.publisher)
            age = .current
            return sweep(update.publisher)
        case .stale(let reason):
            current.remove(update.publisher)
            if current.isEmpty, age == .current {
                age = .since(now - reason.unnoticedMilliseconds)
            }
            return []
        }
    }

    private mutating func changes(_ events: [EventMessage], _ publisher: Endpoint) -> [SellingChange] {
        events.compactMap { event -> SellingChange? in
            guard let change = SellingChange(event) else {
                if SellingChange.isExpected(event) { unreadable += 1 }
                return nil
            }
            if change.endsKnowledge {
                named[publisher]?.remove(change.sku)
                known.remove(change.sku)
            } else {
                named[publisher]?.insert(change.sku)
                known.insert(change.sku)
            }
            return change
        }
    }

    /// What was not named again is gone.
    private mutating func sweep(_ publisher: Endpoint) -> [SellingChange] {
        guard let named = named.removeValue(forKey: publisher) else { return [] }
        let gone = known.subtracting(named)
        known = named
        return gone.sorted().map { stream == .stock ? .stock($0, nil) : .prices($0, []) }
    }
}

extension StaleReason {
    /// How long the view may have been wrong already when this is told.
    fileprivate var unnoticedMilliseconds: Int64 {
        switch self {
        case .silent: 1500
        case .lostTail: 500
        case .gap, .newEpoch, .disconnected, .overflow, .refused: 0
        }
    }
}

extension SellingChange {
    /// Nil for an event that says nothing of prices or stock.
    fileprivate init?(_ event: EventMessage) {
        switch ShopEvent(rawValue: event.type) {
        case .priceChanged:
            guard let change = try? event.decode(PriceChange.self) else { return nil }
            self = .prices(change.offer.sku, change.current)
        case .offerRemoved:
            guard let removed = try? event.decode(RemovedSku.self) else { return nil }
            self = .prices(removed.sku, [])
        case .stockChanged:
            guard let level = try? event.decode(StockLevel.self) else { return nil }
            self = .stock(level.sku, level)
        default: return nil
        }
    }

    fileprivate static func isExpected(_ event: EventMessage) -> Bool {
        switch ShopEvent(rawValue: event.type) {
        case .priceChanged, .offerRemoved, .stockChanged: true
        default: false
        }
    }
}
