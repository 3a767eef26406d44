/// Compiled statements by their text, so that a repeated one is compiled once.
///
/// A statement is lent to one user at a time: the same text used again inside its own row closure compiles a second.
struct StatementCache {
    /// Hashed by its length alone: texts of one length are few, and a long text costs more to hash than to compare.
    private struct Text: Hashable {
        let sql: String

        func hash(into hasher: inout Hasher) { hasher.combine(sql.utf8.count) }
    }

    let capacity: Int
    private var kept: [Text: Statement] = [:]
    private var uses = 0

    init(capacity: Int) { self.capacity = capacity }

    var count: Int { kept.count }

    /// Nil when there is none, or it is in use.
    mutating func take(_ sql: String) -> Statement? {
        guard let statement = kept[Text(sql: sql)], !statement.isInUse else { return nil }
        statement.isInUse = true
        return statement
    }

    /// Keeps `statement` for the next use, in place of the one unused for longest when full.
    mutating func put(_ statement: Statement, for sql: String) {
        uses += 1
        statement.lastUse = uses
        statement.isInUse = false
        guard !statement.isKept, kept[Text(sql: sql)] == nil else { return }
        statement.isKept = true
        kept[Text(sql: sql)] = statement
        if kept.count > capacity { removeOldest() }
    }

    private mutating func removeOldest() {
        let idle = kept.filter { !$0.value.isInUse }
        if let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) { kept[oldest.key] = nil }
    }

    mutating func removeAll() { kept.removeAll() }
}
