import Checkout
import Contracts
import SQLite
import WireProtocol

/// The books in the tables of one database; used on the store's thread alone.
struct SQLiteCheckoutBooks: CheckoutBooks {
    let database: Database
    let idempotency: IdempotencyTable
    let logs: CheckoutLogs

    init(database: Database) throws {
        self.database = database
        idempotency = IdempotencyTable(database: database)
        logs = try CheckoutLogs(database: database)
    }

    func isEmpty() throws -> Bool {
        try database.first(
            "SELECT NOT EXISTS (SELECT 1 FROM stock) AND NOT EXISTS (SELECT 1 FROM orders)"
        ) { try $0.boolean(0) } ?? true
    }

    func stock(of sku: Sku) throws -> StockCount {
        try database.first("SELECT tracked, on_hand, row FROM stock WHERE sku = ?", values: [.text(sku.text)])
        {
            row in
            do throws(SQLiteError) {
                return try row.boolean(0) ? StockCount.tracked(onHand: try row.integer(1)) : .untracked
            } catch {
                throw SQLiteError.unreadable(
                    "the stock of \(sku)", in: "stock", row: try row.integer(2), error.message)
            }
        } ?? .unknown
    }

    func setStock(_ count: StockCount, of sku: Sku) throws {
        let (tracked, onHand): (Bool, Int64) =
            switch count {
            case .tracked(let onHand): (true, onHand)
            case .untracked: (false, 0)
            }
        let values: [SQLiteValue] = [.text(sku.text), .integer(tracked ? 1 : 0), .integer(onHand)]
        try database.execute("UPDATE stock SET tracked = ?2, on_hand = ?3 WHERE sku = ?1", values: values)
        guard database.changes == 0 else { return }
        try database.execute("INSERT INTO stock (sku, tracked, on_hand) VALUES (?, ?, ?)", values: values)
    }

    func lowStock(below: Int64, after place: LowStockPosition?, limit: Int) throws -> [LowStockPosition] {
        // Before all that there can be, unless told.
        let (onHand, sku) = (place?.onHand ?? -1, place?.sku.text ?? "")
        return try database.query(
            """
            SELECT on_hand, sku, row FROM stock
            WHERE tracked = 1 AND on_hand < ? AND (on_hand, sku) > (?, ?) ORDER BY on_hand, sku LIMIT ?
            """, below, onHand, sku, Int64(limit)
        ) { row in
            do throws(SQLiteError) {
                let text = try row.text(1)
                guard let sku = Sku(text) else { throw .damaged("\(text) is no sku") }
                return LowStockPosition(onHand: try row.integer(0), sku: sku)
            } catch {
                throw SQLiteError.unreadable("a stock", in: "stock", row: try row.integer(2), error.message)
            }
        }
    }

    func append(_ event: CheckoutEvent) throws { try logs.append(event) }

    func memory(ofKey key: String) throws -> [UInt8]? { try idempotency.answer(for: key) }
}
