import Checkout
import Contracts
import SQLite
import WireProtocol

/// The orders of the books.
extension SQLiteCheckoutBooks {
    func nextOrder(inYear year: Int) throws -> (row: Int64, number: OrderNumber) {
        let next = try database.first(
            """
            SELECT (SELECT coalesce(max(row), 0) + 1 FROM orders),
                (SELECT coalesce(max(sequence), 0) + 1 FROM orders WHERE year = ?)
            """, values: [.integer(Int64(year))]
        ) { (row: try $0.integer(0), sequence: try $0.integer(1)) }
        return (
            next?.row ?? 1, OrderNumber(year: year, sequence: next?.sequence ?? 1, mark: logs.mark)
        )
    }

    func insert(_ order: OrderRecord) throws {
        let coding = WireCoding.kept
        try database.execute(
            """
            INSERT INTO orders
                (row, secret, year, sequence, placed_at, status, quote_short, quote_expires_at, quote, key, sale, buyer, state,
                mark)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            values: [
                .integer(order.id.row), .text(order.id.secret), .integer(Int64(order.number.year)),
                .integer(order.number.sequence), .integer(order.placedAt.milliseconds),
                .text(order.state.status.rawValue), .integer(shortKey(order.quote)),
                .integer(order.quote.expiresAt.milliseconds),
                .text(order.quote.id),
                .text(order.key), .blob(try coding.encode(order.sale)), .blob(try coding.encode(order.buyer)),
                .blob(try coding.encode(order.state)), .text(order.number.mark),
            ])
    }

    func update(_ state: OrderState, ofOrder row: Int64) throws {
        try database.execute(
            "UPDATE orders SET status = ?, state = ? WHERE row = ?",
            state.status.rawValue, try WireCoding.kept.encode(state), row)
    }

    func order(inRow row: Int64) throws -> OrderRecord? {
        try first("WHERE row = ?", .integer(row))
    }

    func order(numbered number: OrderNumber) throws -> OrderRecord? {
        let found = try first(
            "WHERE year = ? AND sequence = ?", .integer(Int64(number.year)), .integer(number.sequence))
        return found?.number == number ? found : nil
    }

    func order(ofQuote quote: QuoteReference) throws -> OrderRecord? {
        try first("WHERE quote_short = ? AND quote = ?", .integer(shortKey(quote)), .text(quote.id))
    }

    func orders(_ filter: OrderFilter, before position: OrderPosition?, limit: Int) throws -> [OrderRecord] {
        let list = OrderList(filter: filter, position: position)
        let stored = try database.query(
            "\(StoredOrder.selection) \(list.condition) ORDER BY placed_at DESC, row DESC LIMIT ?",
            values: list.values + [.integer(Int64(limit))], read: StoredOrder.init)
        return try stored.map { try $0.record() }
    }

    func buyers(
        _ filter: OrderFilter, before position: OrderPosition?, limit: Int
    ) throws -> [(place: OrderPosition, buyer: Buyer)] {
        let list = OrderList(filter: filter, position: position)
        return try database.query(
            """
            SELECT placed_at, row, buyer FROM orders \(list.condition)
            ORDER BY placed_at DESC, row DESC LIMIT ?
            """, values: list.values + [.integer(Int64(limit))]
        ) { row in
            let number = try row.integer(1)
            do {
                let place = OrderPosition(placedAt: Timestamp(milliseconds: try row.integer(0)), row: number)
                return (place, try WireCoding.kept.decode(Buyer.self, from: try row.blob(2)))
            } catch {
                throw SQLiteError.unreadable("an order", in: "orders", row: number, "\(error)")
            }
        }
    }

    private func first(_ condition: String, _ values: SQLiteValue...) throws -> OrderRecord? {
        try database.first("\(StoredOrder.selection) \(condition)", values: values, read: StoredOrder.init)?
            .record()
    }
}

/// The WHERE of one page: the filters that are given, and what comes after the position.
private struct OrderList {
    private(set) var condition = ""
    private(set) var values: [SQLiteValue] = []

    init(filter: OrderFilter, position: OrderPosition?) {
        if let status = filter.status { add("status = ?", .text(status.rawValue)) }
        if let from = filter.from { add("placed_at >= ?", .integer(from.milliseconds)) }
        if let until = filter.until { add("placed_at < ?", .integer(until.milliseconds)) }
        if let position {
            add("(placed_at, row) < (?, ?)", .integer(position.placedAt.milliseconds), .integer(position.row))
        }
    }

    private mutating func add(_ term: String, _ more: SQLiteValue...) {
        condition += condition.isEmpty ? "WHERE \(term)" : " AND \(term)"
        values += more
    }
}
