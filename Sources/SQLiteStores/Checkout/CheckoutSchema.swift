import SQLite

/// The tables of `checkout.sqlite`.
///
/// Rowid tables with indices of whole numbers: an order in the middle of many costs few pages to write.
enum CheckoutSchema {
    static var migrations: [Migration] { [Migration(1, sql: IdempotencyTable.schema + tables)] }

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
}
