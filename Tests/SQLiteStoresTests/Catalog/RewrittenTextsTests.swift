import Catalog
import Contracts
import SQLite
import Testing

@testable import SQLiteStores

/// A catalog that an earlier release has written is found in today's form.
@Suite struct RewrittenTextsTests {
    @Test func `typographic signs and joined words are found in an old catalog`() async throws {
        let vfs = CuttingVFS()
        do {
            let old = try Database(path: "/catalog.sqlite", vfs: vfs.name)
            try old.migrate(Array(CatalogSchema.migrations.prefix(1)))
            for (slot, name) in ["Valentine’s Bouquet", "Kit-Kat", "Extra–Virgin oil"].enumerated() {
                try old.execute(
                    """
                    INSERT INTO product (slot, sku, name, category, tags, unit, description)
                    VALUES (?1, 'p' || ?1, ?2, 'thing', '', 'each', '')
                    """, slot, name)
                try old.execute(
                    "INSERT INTO product_text (rowid, name, category, description) VALUES (?, ?, ' thing ', ' ')",
                    slot,
                    " \(name.lowercased()) ")
            }
        }
        let store = try SQLiteCatalogStore(path: "/catalog.sqlite", vfs: vfs.name)
        for (text, number) in [
            ("valentine's", 0), ("valentines", 0), ("kitkat", 1), ("extra-virgin", 2), ("thing kit", 1),
        ] {
            let found = try await store.search(SearchQuery(text: text)).items.map(\.product.sku.text)
            #expect(found == ["p\(number)"], "\(text)")
        }
    }
}
