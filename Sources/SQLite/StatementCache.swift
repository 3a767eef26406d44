/// Compiled statements by their text, so that a repeated one is compiled once.
///
/// A statement is taken out while in use: the same text used again inside its own row closure compiles a second.
struct StatementCache {
    let capacity: Int
    private var idle: [String: Statement] = [:]
    private var uses = 0

    init(capacity: Int) { self.capacity = capacity }

    var count: Int { idle.count }

    mutating func take(_ sql: String) -> Statement? { idle.removeValue(forKey: sql) }

    /// Keeps `statement` for the next use, in place of the one unused for longest when full.
    mutating func put(_ statement: Statement, for sql: String) {
        uses += 1
        statement.lastUse = uses
        idle[sql] = statement
        guard idle.count > capacity, let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else {
            return
        }
        idle[oldest.key] = nil
    }

    mutating func removeAll() { idle.removeAll() }
}
