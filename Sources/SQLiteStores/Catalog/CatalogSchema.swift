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
                """)
    ]
}
