import Contracts
import Messaging
import SQLite

extension ShopProcesses {
    /// Keeps checkout from writing, so that an order is at work for as long as the test likes (and checkout's
    /// store for 5 s).
    func occupyBooks() throws -> Database {
        let database = try Database(path: dataFolder(.checkout) + "/checkout.sqlite")
        try database.script("BEGIN IMMEDIATE")
        return database
    }

    func awaitOrderAtWork() async throws {
        let checkout = try caller(.checkout)
        try await eventually("an order is at work") {
            try await checkout.call(SystemStats()).methods
                .contains { $0.method == PlaceOrder.method && $0.inFlight == 1 }
        }
    }
}
