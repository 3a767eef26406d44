package import Contracts
import WireProtocol

/// A place in the list of what there is little of: a sku, and how many are on hand.
package struct LowStockPosition: Sendable, Equatable {
    package let onHand: Int64
    package let sku: Sku

    package init(onHand: Int64, sku: Sku) {
        self.onHand = onHand
        self.sku = sku
    }
}

/// One page of what there is little of.
struct LowStockListing {
    private let below: Int64
    private let limit: Int
    private let place: LowStockPosition?

    /// - Throws: `invalid_cursor`.
    init(_ request: ListLowStock) throws(Fault) {
        below = request.below.value
        limit = Int(request.limit?.value ?? Bounds.defaultLimit)
        place = try request.cursor.map { text throws(Fault) in try LowStockPosition(cursor: text) }
    }

    func run(in books: any CheckoutBooks) throws -> ListLowStock.Reply {
        // One more than asked for tells whether there is a next page.
        let found = try books.lowStock(below: below, after: place, limit: limit + 1)
        let page = found.prefix(limit)
        return ListLowStock.Reply(
            levels: page.map { StockCount.tracked(onHand: $0.onHand).level(of: $0.sku) },
            next: found.count > limit ? page.last?.cursor : nil)
    }
}

extension LowStockPosition {
    /// A keyset cursor as opaque text. It is the same whatever `below` is, and right for all.
    fileprivate var cursor: String { "\(String(onHand, radix: 36))_\(sku.text)" }

    /// - Throws: `invalid_cursor`.
    fileprivate init(cursor: String) throws(Fault) {
        let parts = cursor.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let onHand = Int64(parts[0], radix: 36), let sku = Sku(String(parts[1]))
        else {
            throw .invalidCursor
        }
        self.init(onHand: onHand, sku: sku)
    }
}
