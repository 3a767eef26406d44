import Contracts
import WireProtocol

/// One page of orders, newest first.
struct OrderListing {
    private let filter: OrderFilter
    private let limit: Int
    private let position: OrderPosition?

    /// - Throws: `invalid_cursor`.
    init(_ request: ListOrders) throws(Fault) {
        filter = OrderFilter(status: request.status, from: request.from, until: request.until)
        limit = Int(request.limit?.value ?? Bounds.defaultLimit)
        guard let cursor = request.cursor else {
            position = nil
            return
        }
        position = try OrderCursor(cursor, of: filter).position
    }

    func run(in books: any CheckoutBooks) throws -> ListOrders.Reply {
        // One more than asked for tells whether there is a next page.
        let found = try books.orders(filter, before: position, limit: limit + 1)
        let page = found.prefix(limit)
        return ListOrders.Reply(
            orders: page.map { $0.order() },
            next: found.count > limit ? try page.last.map(cursor)?.text : nil)
    }

    private func cursor(after order: OrderRecord) throws(Fault) -> OrderCursor {
        try OrderCursor(OrderPosition(placedAt: order.placedAt, row: order.id.row), of: filter)
    }
}
