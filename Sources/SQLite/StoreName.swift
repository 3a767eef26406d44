extension Database {
    /// Which data this is: a random word that stays with it, and is another one in a copy that was put in place. Nil where it could
    /// not be kept, as on a full disk.
    package var storeName: String? {
        try? first("SELECT name FROM store") { try $0.text(0) }
    }

    /// - Parameter isCopy: whether somebody else may go on with the same data and name.
    func nameStore(isCopy: Bool) throws {
        try transaction {
            try script("CREATE TABLE IF NOT EXISTS store (name TEXT NOT NULL)")
            if isCopy { try script("DELETE FROM store") }
            try script(
                "INSERT INTO store SELECT lower(hex(randomblob(8))) WHERE NOT EXISTS (SELECT 1 FROM store)")
        }
    }
}
