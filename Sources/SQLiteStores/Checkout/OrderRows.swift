import Checkout
import Contracts
import SQLite
import WireProtocol

/// The orders of the books.
extension SQLiteCheckoutBooks {
    func nextOrder(inYear year: Int) throws -> (row: Int64, sequence: Int64) {
        let row = try database.first("SELECT coalesce(max(row), 0) + 1 FROM orders") { try $0.integer(0) }
        let sequence = try database.first(
            "SELECT coalesce(max(sequence), 0) + 1 FROM orders WHERE year = ?", year
        ) { try $0.integer(0) }
        return (row ?? 1, sequence ?? 1)
    }

    func insert(_ order: OrderRecord) throws {
        let coding = WireCoding.kept
        try database.execute(
            """
            INSERT INTO orders
                (row, secret, year, sequence, placed_at, status, quote_short, quote, key, sale, buyer, state)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            order.id.row, order.id.secret, order.number.year, order.number.sequence,
            order.placedAt.milliseconds, order.state.status.rawValue, shortKey(order.quoteID), order.quoteID,
            order.key, try coding.encode(order.sale), try coding.encode(order.buyer),
            try coding.encode(order.state))
    }

    func update(_ state: OrderState, ofOrder row: Int64) throws {
        try database.execute(
            "UPDATE orders SET status = ?, state = ? WHERE row = ?",
            state.status.rawValue, try WireCoding.kept.encode(state), row)
    }

    func order(inRow row: Int64) throws -> OrderRecord? {
        try first("WHERE row = ?", row)
    }

    func order(numbered number: OrderNumber) throws -> OrderRecord? {
        try first("WHERE year = ? AND sequence = ?", number.year, number.sequence)
    }

    func order(ofQuote quoteID: String) throws -> OrderRecord? {
        try first("WHERE quote_short = ? AND quote = ?", shortKey(quoteID), quoteID)
    }

    func orders(_ filter: OrderFilter, before position: OrderPosition?, limit: Int) throws -> [OrderRecord] {
        let list = OrderList(filter: filter, position: position)
        let stored = try database.query(
            "\(StoredOrder.selection) \(list.condition) ORDER BY placed_at DESC, row DESC LIMIT ?",
            values: list.values + [limit], read: StoredOrder.init)
        return try stored.map { try $0.record() }
    }

    private func first(_ condition: String, _ values: (any SQLiteBindable)?...) throws -> OrderRecord? {
        try database.first("\(StoredOrder.selection) \(condition)", values: values, read: StoredOrder.init)?
            .record()
    }
}

/// The WHERE of one page: the filters that are given, and what comes after the position.
private struct OrderList {
    private(set) var condition = ""
    private(set) var values: [(any SQLiteBindable)?] = []

    init(filter: OrderFilter, position: OrderPosition?) {
        if let status = filter.status { add("status = ?", status.rawValue) }
        if let from = filter.from { add("placed_at >= ?", from.milliseconds) }
        if let until = filter.until { add("placed_at < ?", until.milliseconds) }
        if let position { add("(placed_at, row) < (?, ?)", position.placedAt.milliseconds, position.row) }
    }

    private mutating func add(_ term: String, _ more: (any SQLiteBindable)...) {
        condition += condition.isEmpty ? "WHERE \(term)" : " AND \(term)"
        values += more
    }
}
