import SQLite

/// The tables of the catalog.
enum CatalogSchema {
    static let identity = StoreIdentity(applicationID: 0x5348_6361, table: "product")  // "SHca"

    /// A published step is never changed, only followed.
    static let migrations = [
        Migration(
            1,
            sql: """
                CREATE TABLE product (
                    slot INTEGER PRIMARY KEY,
                    sku TEXT NOT NULL UNIQUE,
                    name TEXT NOT NULL,
                    category TEXT NOT NULL,
                    seller TEXT,
                    occupation TEXT,
                    tags TEXT NOT NULL,
                    rating REAL,
                    unit TEXT NOT NULL,
                    image TEXT,
                    color TEXT,
                    description TEXT NOT NULL
                ) STRICT;
                CREATE VIRTUAL TABLE product_text USING fts5(
                    name, category, description, columnsize = 0, tokenize = 'trigram case_sensitive 1'
                );
                """),
        // Texts are compared in another form: typographic signs as plain ones, and words also without their signs.
        Migration(2, run: rewriteTexts),
    ]

    private static func rewriteTexts(_ database: Database) throws {
        try database.script(
            """
            DROP TABLE product_text;
            CREATE VIRTUAL TABLE product_text USING fts5(
                name, category, description, joined, columnsize = 0, tokenize = 'trigram case_sensitive 1'
            );
            """)
        let rows = ProductRows(database: database)
        let phrases = ProductPhrases(database: database)
        // One at a time: there may be more than fits into memory.
        for slot in try database.query(
            "SELECT slot FROM product ORDER BY slot", read: { Int(try $0.integer(0)) })
        {
            if let row = try rows.at(slot) { try phrases.put(row.product, at: slot) }
        }
    }
}
