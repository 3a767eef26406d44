import SQLite
import Sealing

/// The tables of `checkout.sqlite`.
///
/// Rowid tables with indices of whole numbers: an order in the middle of many costs few pages to write.
enum CheckoutSchema {
    static let identity = StoreIdentity(applicationID: 0x5348_636f, table: "orders")  // "SHco"

    static var migrations: [Migration] {
        [
            Migration(1) { database in
                try database.script(IdempotencyTable.schema + tables + logs)
                try database.execute("INSERT INTO log (epoch) VALUES (?)", randomIdentifier(bytes: 9))
            },
            Migration(2, sql: IdempotencyRetention.schema),
            Migration(
                3,
                sql: """
                    ALTER TABLE orders ADD COLUMN mark TEXT NOT NULL DEFAULT '';
                    -- Of the orders from now on; a copy of this file that is put in its place takes another.
                    ALTER TABLE log ADD COLUMN mark TEXT NOT NULL DEFAULT '';
                    """),
            Migration(4, sql: IdempotencyRetention.ageSchema),
        ]
    }

    private static let tables = """
        CREATE TABLE stock (
            row INTEGER PRIMARY KEY,
            sku TEXT NOT NULL UNIQUE,
            tracked INTEGER NOT NULL,
            on_hand INTEGER NOT NULL CHECK (on_hand >= 0)
        );

        -- sale, buyer and state are CBOR; buyer holds all the personal data of an order, nothing else holds any.
        CREATE TABLE orders (
            row INTEGER PRIMARY KEY,
            secret TEXT NOT NULL,
            year INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            placed_at INTEGER NOT NULL,
            status TEXT NOT NULL,
            quote_short INTEGER NOT NULL,
            quote_expires_at INTEGER NOT NULL,
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
        -- A copy of this file that is put in its place begins a new epoch.
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
            payment BLOB NOT NULL -- CBOR
        );
        """
}
