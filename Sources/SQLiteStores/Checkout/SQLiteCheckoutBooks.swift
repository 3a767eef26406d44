import Checkout
import Contracts
import SQLite
import WireProtocol

/// The books in the tables of one database; used on the store's thread alone.
struct SQLiteCheckoutBooks: CheckoutBooks {
    let database: Database
    let idempotency: IdempotencyTable
    let logs: CheckoutLogs

    func isEmpty() throws -> Bool {
        try database.first(
            "SELECT NOT EXISTS (SELECT 1 FROM stock) AND NOT EXISTS (SELECT 1 FROM orders)"
        ) { try $0.boolean(0) } ?? true
    }

    func stock(of sku: Sku) throws -> StockCount {
        try database.first("SELECT tracked, on_hand FROM stock WHERE sku = ?", values: [.text(sku.text)]) {
            row in
            try row.boolean(0) ? StockCount.tracked(onHand: try row.integer(1)) : .untracked
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
            SELECT on_hand, sku FROM stock
            WHERE tracked = 1 AND on_hand < ? AND (on_hand, sku) > (?, ?) ORDER BY on_hand, sku LIMIT ?
            """, below, onHand, sku, Int64(limit)
        ) { row -> LowStockPosition? in
            let onHand = try row.integer(0)
            return Sku(try row.text(1)).map { LowStockPosition(onHand: onHand, sku: $0) }
        }.compactMap(\.self)
    }

    func append(_ event: CheckoutEvent) throws { try logs.append(event) }

    func memory(ofKey key: String) throws -> [UInt8]? { try idempotency.answer(for: key) }
}
