import Contracts
import WireProtocol

/// One page of orders, newest first.
struct OrderListing {
    /// Buyers that one call looks at, so that no change waits long for it.
    static let mostBuyers = 5000
    private static let buyersAtOnce = 500

    private let filter: OrderFilter
    private let limit: Int
    private let position: OrderPosition?

    /// - Throws: `invalid_cursor`.
    init(_ request: ListOrders) throws(Fault) {
        filter = OrderFilter(request)
        limit = Int(request.limit?.value ?? Bounds.defaultLimit)
        guard let cursor = request.cursor else {
            position = nil
            return
        }
        position = try OrderCursor(cursor, of: filter).position
    }

    func run(in books: any CheckoutBooks) throws -> ListOrders.Reply {
        if filter.isAboutBuyers { return try search(books) }
        // One more than asked for tells whether there is a next page.
        let found = try books.orders(filter, before: position, limit: limit + 1)
        let shown = Array(found.prefix(limit))
        return try page(shown, next: found.count > limit ? try shown.last.map(cursor) : nil)
    }

    /// Looks at one buyer after the other, until there are enough orders or it has looked at so many.
    private func search(_ books: any CheckoutBooks) throws -> ListOrders.Reply {
        var found: [OrderRecord] = []
        var reached = position
        for _ in 0..<(Self.mostBuyers / Self.buyersAtOnce) {
            let some = try books.buyers(filter, before: reached, limit: Self.buyersAtOnce)
            for (place, buyer) in some where filter.matches(buyer) {
                guard let order = try books.order(inRow: place.row) else { continue }
                if found.count == limit { return try page(found, next: found.last.map(cursor)) }
                found.append(order)
            }
            reached = some.last?.place ?? reached
            if some.count < Self.buyersAtOnce { return try page(found, next: nil) }
        }
        return try page(found, next: reached.map { try OrderCursor($0, of: filter) })
    }

    /// As many of the orders as a page has room for, and one at least.
    private func page(_ records: [OrderRecord], next: OrderCursor?) throws -> ListOrders.Reply {
        var orders: [Order] = []
        var room = Bounds.pageBytes
        for record in records {
            let order = record.order()
            room -= try WireCoding().encode(order).count
            if room < 0, !orders.isEmpty {
                return ListOrders.Reply(
                    orders: orders, next: try cursor(after: records[orders.count - 1]).text)
            }
            orders.append(order)
        }
        return ListOrders.Reply(orders: orders, next: next?.text)
    }

    private func cursor(after order: OrderRecord) throws -> OrderCursor {
        try OrderCursor(OrderPosition(placedAt: order.placedAt, row: order.id.row), of: filter)
    }
}
