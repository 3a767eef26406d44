package import Contracts
import WireProtocol

/// What the catalog has heard of how a sku sells. Never changed: a newer one takes its place.
package struct Selling: Sendable, Equatable {
    /// The price of one unit in each currency that has one.
    package var prices: [CurrentPrice]
    /// Nil: nothing was heard of it.
    package var stock: StockLevel?

    package init(prices: [CurrentPrice] = [], stock: StockLevel? = nil) {
        self.prices = prices
        self.stock = stock
    }

    package func price(_ currency: Currency) -> Amount? {
        prices.first { $0.currency == currency }?.unitPrice
    }

    /// Nothing heard counts as nothing there, as checkout counts it.
    var isInStock: Bool { stock.map { !$0.tracked || $0.available.value > 0 } ?? false }

    var isEmpty: Bool { prices.isEmpty && stock == nil }
}

/// One thing heard of another service.
package enum SellingChange: Sendable, Equatable {
    /// Empty: it has no price now, or no offer any more.
    case prices(Sku, [CurrentPrice])
    /// Nil: it is not counted any more, as if it had never been.
    case stock(Sku, StockLevel?)

    package var sku: Sku {
        switch self {
        case .prices(let sku, _), .stock(let sku, _): sku
        }
    }

    /// Whether nothing is known of the sku after it.
    var endsKnowledge: Bool {
        switch self {
        case .prices(_, let prices): prices.isEmpty
        case .stock(_, let level): level == nil
        }
    }

    package func applied(to selling: Selling) -> Selling {
        var next = selling
        switch self {
        case .prices(_, let prices): next.prices = prices
        case .stock(_, let level): next.stock = level
        }
        return next
    }
}
