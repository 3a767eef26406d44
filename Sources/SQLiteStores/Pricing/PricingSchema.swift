import SQLite

/// The tables of `pricing.sqlite`.
///
/// Instants are milliseconds since 1970, amounts minor units; NULL is what a definition leaves out.
enum PricingSchema {
    static let identity = StoreIdentity(applicationID: 0x5348_7072, table: "offer")  // "SHpr"

    static var migrations: [Migration] {
        [
            Migration(1, sql: IdempotencyTable.schema + tables),
            Migration(2, sql: IdempotencyRetention.schema),
            Migration(3, sql: pastPrices),
            Migration(4, sql: IdempotencyRetention.ageSchema),
        ]
    }

    /// What has left the offers since it is over; of one currency never two at once.
    private static let pastPrices = """
        CREATE TABLE past_price (
            row INTEGER PRIMARY KEY,
            offer INTEGER NOT NULL REFERENCES offer (row) ON DELETE CASCADE,
            currency TEXT NOT NULL,
            unit_price INTEGER NOT NULL,
            valid_from INTEGER,
            valid_until INTEGER NOT NULL,
            tiers BLOB -- JSON
        );
        CREATE INDEX past_price_by_offer ON past_price (offer, currency, valid_from);
        """

    private static let tables = """
        CREATE TABLE offer (
            row INTEGER PRIMARY KEY,
            sku TEXT NOT NULL UNIQUE,
            min_quantity INTEGER,
            max_quantity INTEGER,
            step INTEGER,
            tax_category TEXT,
            content_quantity INTEGER,
            content_measure TEXT,
            options BLOB -- JSON
        );

        CREATE TABLE price (
            row INTEGER PRIMARY KEY,
            offer INTEGER NOT NULL REFERENCES offer (row) ON DELETE CASCADE,
            currency TEXT NOT NULL,
            unit_price INTEGER NOT NULL,
            valid_from INTEGER,
            valid_until INTEGER,
            tiers BLOB -- JSON
        );
        CREATE INDEX price_by_offer ON price (offer);
        """
}
