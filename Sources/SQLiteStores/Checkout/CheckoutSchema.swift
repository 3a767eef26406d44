import SQLite
import Sealing

/// The tables of `checkout.sqlite`.
///
/// Rowid tables with indices of whole numbers: an order in the middle of many costs few pages to write.
enum CheckoutSchema {
    static var migrations: [Migration] {
        [
            Migration(1, sql: IdempotencyTable.schema + tables),
            Migration(2) { database in
                try database.script(logs)
                try database.execute("INSERT INTO log (epoch) VALUES (?)", randomIdentifier(bytes: 9))
                try database.script(pastOfTheLogs)
            },
            Migration(3, sql: IdempotencyRetention.schema),
        ]
    }

    private static let tables = """
        CREATE TABLE stock (
            row INTEGER PRIMARY KEY,
            sku TEXT NOT NULL UNIQUE,
            tracked INTEGER NOT NULL,
            on_hand INTEGER NOT NULL CHECK (on_hand >= 0)
        );

        -- buyer holds all the personal data of an order, and nothing else holds any.
        CREATE TABLE orders (
            row INTEGER PRIMARY KEY,
            secret TEXT NOT NULL,
            year INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            placed_at INTEGER NOT NULL,
            status TEXT NOT NULL,
            quote_short INTEGER NOT NULL,
            quote TEXT NOT NULL,
            key TEXT NOT NULL,
            sale BLOB NOT NULL,
            buyer BLOB NOT NULL,
            state BLOB NOT NULL
        );
        CREATE UNIQUE INDEX orders_by_number ON orders (year, sequence);
        CREATE INDEX orders_by_quote ON orders (quote_short);
        CREATE INDEX orders_by_time ON orders (placed_at);
        CREATE INDEX orders_by_status ON orders (status, placed_at);
        """

    /// The logs of the streams, numbered by their rows. An order's event keeps only what moves in an order; what was
    /// sold is in the order's own row.
    private static let logs = """
        -- Whoever puts an older copy of this file in its place gives it a new epoch.
        CREATE TABLE log (epoch TEXT NOT NULL);

        CREATE TABLE stock_event (
            sequence INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,
            sku TEXT NOT NULL,
            tracked INTEGER NOT NULL,
            on_hand INTEGER NOT NULL,
            reserved INTEGER NOT NULL
        );

        CREATE TABLE order_event (
            sequence INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,
            type TEXT NOT NULL,
            order_row INTEGER NOT NULL,
            status TEXT NOT NULL,
            payment BLOB NOT NULL
        );
        """

    /// What was there before there were logs is told once, as it stands.
    private static let pastOfTheLogs = """
        INSERT INTO stock_event (sequence, at, sku, tracked, on_hand, reserved)
            SELECT row_number() OVER (ORDER BY row), unixepoch() * 1000, sku, tracked, on_hand, 0 FROM stock;
        INSERT INTO order_event (sequence, at, type, order_row, status, payment)
            SELECT row_number() OVER (ORDER BY row), placed_at, 'order.' || status, row, status,
                CAST(json_extract(CAST(state AS TEXT), '$.payment') AS BLOB)
            FROM orders;
        """
}
