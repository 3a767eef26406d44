import Checkout
import Contracts
import Messaging
import SQLite
import Sealing
import WireProtocol

/// The logs of checkout's streams, in the books' own database: the rows that commit with a change are all there is
/// of an event.
final class CheckoutLogs {
    private let database: Database
    /// Of the change under way.
    private var appended: [CommittedEvent] = []
    /// Of the numbers that orders get; see `OrderNumber`.
    private(set) var mark: String

    init(database: Database) throws {
        self.database = database
        mark = try database.first("SELECT mark FROM log") { try $0.text(0) } ?? ""
    }

    // MARK: Writing

    /// Numbers that a lost tail had used come again: whoever follows is to begin anew, and no two orders are called the
    /// same.
    func beginEpoch() throws {
        let mark = OrderNumber.newMark()
        try database.transaction {
            try database.execute("UPDATE log SET epoch = ?, mark = ?", randomIdentifier(bytes: 9), mark)
        }
        self.mark = mark
    }

    /// The row after the last one is the next number, as nothing is ever deleted here.
    func append(_ event: CheckoutEvent) throws {
        switch event {
        case .stock(let level, let instant):
            try database.execute(
                "INSERT INTO stock_event (at, sku, tracked, on_hand, reserved) VALUES (?, ?, ?, ?, ?)",
                values: [
                    .integer(instant.milliseconds), .text(level.sku.text), .integer(level.tracked ? 1 : 0),
                    .integer(level.onHand.value), .integer(level.reserved.value),
                ])
        case .order(let step):
            try database.execute(
                "INSERT INTO order_event (at, type, order_row, status, payment) VALUES (?, ?, ?, ?, ?)",
                values: [
                    .integer(step.at.milliseconds), .text(step.type), .integer(step.order.id.row),
                    .text(step.order.state.status.rawValue),
                    .blob(try WireCoding.kept.encode(step.order.state.payment)),
                ])
        }
        appended.append(CommittedEvent(database.lastInsertedRowID, event))
    }

    /// Forgets what a change that failed would have told.
    func begin() { appended = [] }

    /// What the change that was just committed tells.
    func takeAppended() -> [CommittedEvent] {
        defer { appended = [] }
        return appended
    }

    // MARK: Reading

    func position(of stream: ShopStream) throws -> StreamPosition {
        let epoch = try database.first("SELECT epoch FROM log") { try $0.text(0) }
        return StreamPosition(epoch: epoch ?? "", sequence: try last(of: stream))
    }

    private func last(of stream: ShopStream) throws -> Int64 {
        let table = stream == .stock ? "stock_event" : "order_event"
        return try database.first("SELECT coalesce(max(sequence), 0) FROM \(table)") { try $0.integer(0) }
            ?? 0
    }

    func events(of stream: ShopStream, after sequence: Int64, limit: Int) throws -> [CommittedEvent] {
        switch stream {
        case .stock: try stockEvents(after: sequence, limit)
        case .orders: try orderEvents(after: sequence, limit)
        case .products, .prices: []
        }
    }

    private func stockEvents(after sequence: Int64, _ limit: Int) throws -> [CommittedEvent] {
        try database.query(
            """
            SELECT sequence, at, sku, tracked, on_hand, reserved FROM stock_event
            WHERE sequence > ? ORDER BY sequence LIMIT ?
            """, sequence, limit
        ) { row in
            do throws(SQLiteError) { return try stockEvent(row) } catch {
                throw SQLiteError.unreadable(
                    "a change of stock", in: "stock_event", row: try row.integer(0), error.message)
            }
        }
    }

    private func stockEvent(_ row: borrowing Row) throws(SQLiteError) -> CommittedEvent {
        let text = try row.text(2)
        guard let sku = Sku(text) else { throw .damaged("\(text) is no sku") }
        let (onHand, reserved) = (try row.integer(4), try row.integer(5))
        let level = StockLevel(
            sku: sku, tracked: try row.boolean(3), onHand: WireInteger(onHand),
            reserved: WireInteger(reserved), available: WireInteger(onHand - reserved))
        return CommittedEvent(
            try row.integer(0), .stock(level, at: Timestamp(milliseconds: try row.integer(1))))
    }

    private func orderEvents(after sequence: Int64, _ limit: Int) throws -> [CommittedEvent] {
        let stored = try database.query(
            """
            SELECT row, secret, year, orders.sequence, placed_at, quote, quote_expires_at, key, sale, buyer,
                state, mark, event.sequence, event.at, event.type, event.status, event.payment
            FROM order_event AS event JOIN orders ON orders.row = event.order_row
            WHERE event.sequence > ? ORDER BY event.sequence LIMIT ?
            """, sequence, limit
        ) { row in try StoredStep(row) }
        return try stored.map { try $0.event() }
    }
}

/// A row of `order_event` with its order, their parts still encoded.
private struct StoredStep {
    let order: StoredOrder
    let sequence: Int64
    let at: Timestamp
    let type: String
    let status: String
    let payment: [UInt8]

    /// - Parameter row: of an order's columns, and then an event's.
    init(_ row: borrowing Row) throws(SQLiteError) {
        order = try StoredOrder(row)
        sequence = try row.integer(12)
        do throws(SQLiteError) {
            at = Timestamp(milliseconds: try row.integer(13))
            type = try row.text(14)
            status = try row.text(15)
            payment = try row.blob(16)
        } catch {
            throw Self.unreadable(order, sequence, error.message)
        }
    }

    func event() throws(SQLiteError) -> CommittedEvent {
        var record = try order.record()
        do throws(Fault) {
            record.state = OrderState(
                status: try knownStatus(), payment: try WireCoding.kept.decode(from: payment))
        } catch {
            throw Self.unreadable(order, sequence, error.message)
        }
        return CommittedEvent(sequence, .order(OrderStep(type: type, order: record, at: at)))
    }

    private func knownStatus() throws(Fault) -> OrderStatus {
        guard let known = OrderStatus(rawValue: status) else {
            throw Fault(.internal, code: "internal", message: "\(status) is no status")
        }
        return known
    }

    private static func unreadable(_ order: StoredOrder, _ sequence: Int64, _ why: String) -> SQLiteError {
        .unreadable("a step of \(order.name)", in: "order_event", row: sequence, why)
    }
}
