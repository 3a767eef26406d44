import CSQLite

extension Database {
    /// Goes to the next row, and takes note of damage that shows.
    func step(_ statement: Statement) throws(SQLiteError) -> Bool {
        do throws(SQLiteError) { return try statement.step() } catch {
            if error.kind == .corrupt { noteDamage(error) }
            throw error
        }
    }

    /// Takes note of damage that shows only once what was read is looked at.
    package func note(_ error: any Error) {
        if let error = error as? SQLiteError, error.kind == .corrupt { noteDamage(error) }
    }

    /// A damaged file takes no changes any more, which might spread the damage; what is whole can still be read.
    private func noteDamage(_ error: SQLiteError) {
        guard damage == nil, path != ":memory:" else { return }
        damage = error
        if error.unreadable != nil {
            damage = error.advising(path)
            guardian?.noteUnreadable(error)
            return tellOfDamage()
        }
        let page = guardian?.damagedPage.map { $0 == 0 ? "a page of the log" : "page \($0)" }
        let tables = damagedTables()
        let place = tables.isEmpty ? "free space" : "table \(tables.joined(separator: ", "))"
        let message = "\(page.map { "\($0) is not as it was written" } ?? error.message) (\(place))"
        damage = SQLiteError(code: error.code, message: message).advising(path)
        tellOfDamage()
    }

    func tellOfDamage() {
        guard let damage else { return }
        cannotWrite = true
        observer?.writeFailed(damage)
    }

    private func damagedTables() -> [String] {
        let names = try? query("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0") {
            try $0.text(0)
        }
        guard let names else { return ["sqlite_schema"] }
        return names.filter { (try? objection(to: $0)) != .some(nil) }
    }

    /// What SQLite finds wrong with the structure of a table or, for nil, of all; nil when nothing.
    func objection(to table: String?) throws -> String? {
        let argument = table.map { "(\"\($0)\")" } ?? ""
        let found = try first("PRAGMA quick_check\(argument)") { try $0.text(0) }
        return found == "ok" ? nil : found ?? "it cannot be checked"
    }

    /// Looks at some of the pages that nobody has looked at since the start; damage is noted and told.
    ///
    /// - Parameter most: how many pages at once; a slice keeps others waiting.
    /// - Returns: whether there are more.
    @discardableResult
    package func checkPages(most: Int) -> Bool {
        guard let guardian, damage == nil, checkedPages < guardian.pageCount else { return false }
        let end = min(checkedPages + most, guardian.pageCount)
        guardian.check(checkedPages..<end)
        checkedPages = end
        observer?.checked(pages: end, of: guardian.pageCount)
        noteDamageFoundByOthers()
        return end < guardian.pageCount
    }

    /// Another connection may have read a damaged page, or a row that makes no sense.
    func noteDamageFoundByOthers() {
        guard damage == nil, let guardian else { return }
        if let error = guardian.unreadable { return noteDamage(error) }
        guard guardian.damagedPage != nil else { return }
        noteDamage(SQLiteError(code: SQLiteError.wrongData, message: "a page is not as it was written"))
    }
}
