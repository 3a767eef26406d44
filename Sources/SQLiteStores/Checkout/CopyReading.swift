import Checkout
import Contracts
import SQLite

/// Reads through the orders of a database that came without a guard file, and so may hold anything: what cannot be read
/// is noticed before somebody asks for it.
struct CopyReading {
    /// Every order has its events, so reading these reads all. Some milliseconds, while calls wait.
    private static let mostEventsAtOnce = 1000

    private let database: Database
    private let logs: CheckoutLogs
    private var last: Int64 = 0

    init(database: Database, logs: CheckoutLogs) {
        self.database = database
        self.logs = logs
    }

    /// - Returns: whether there is more.
    @discardableResult
    mutating func goOn() -> Bool {
        let found = try? database.tellingTheEdge {
            try logs.events(of: .orders, after: last, limit: Self.mostEventsAtOnce)
        }
        guard let end = found?.last?.sequence else { return false }
        last = end
        return true
    }
}
