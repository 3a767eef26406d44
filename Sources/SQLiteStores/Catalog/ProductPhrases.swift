import Catalog
import Contracts
import SQLite

/// The trigram index over the products' texts: FTS5, https://sqlite.org/fts5.html#the_trigram_tokenizer
struct ProductPhrases: PhraseIndex {
    let database: Database

    func slots(holding phrases: [Phrase]) throws -> [Int] {
        try database.query(
            "SELECT rowid FROM product_text WHERE product_text MATCH ?", expression(phrases)
        ) { row in Int(try row.integer(0)) }
    }

    func description(at slot: Int) throws -> [UInt8]? {
        try database.first("SELECT description FROM product_text WHERE rowid = ?", slot) { row in
            Array(try row.text(0).utf8)
        }
    }

    private func expression(_ phrases: [Phrase]) -> String {
        phrases.map(expression).joined(separator: " AND ")
    }

    private func expression(_ phrase: Phrase) -> String {
        let spellings = "(\(phrase.spellings.map(quoted).joined(separator: " OR ")))"
        switch phrase.field {
        case .any: return spellings
        case .description: return "{description joined} : \(spellings)"
        }
    }

    /// Inside quotes every character is a letter but the quote itself, which is doubled.
    private func quoted(_ text: String) -> String {
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        return "\"\(parts.joined(separator: "\"\""))\""
    }

    func put(_ product: Product, at slot: Int) throws(SQLiteError) {
        try remove(at: slot)
        try database.execute(
            "INSERT INTO product_text (rowid, name, category, description, joined) VALUES (?, ?, ?, ?, ?)",
            slot,
            SearchText.fieldAndJoined(product.name), SearchText.fieldAndJoined(product.category),
            SearchText.field(product.description), SearchText.joinedWords(product.description))
    }

    func remove(at slot: Int) throws(SQLiteError) {
        try database.execute("DELETE FROM product_text WHERE rowid = ?", slot)
    }
}
