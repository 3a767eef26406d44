import Contracts
import FoundationEssentials
import SQLite
import Sealing
import ShopTesting
import Testing

@Suite struct PersonalDataTests {
    @Test func `who bought stands in one column of the order and nowhere else`() async throws {
        let vfs = CuttingVFS()
        let desk = try CheckoutDesk(path: "/checkout.sqlite", vfs: vfs.name)
        try await desk.setStock("mango", 3)
        var request = try desk.request(("mango", 1))
        request.customer = Customer(name: "Ada Miller", email: "ada@example.org")
        let order = try await desk.place(request)
        _ = try await desk.cancel(order)
        let database = try Database(path: "/checkout.sqlite", vfs: vfs.name)
        try database.script("UPDATE orders SET buyer = x'00'")
        let texts = try ["orders", "idempotency", "stock"].flatMap { table in
            try database.query("SELECT * FROM \(table)") { row in
                try (0..<row.columnCount).map { column in
                    if case .blob(let bytes) = try row.value(column) {
                        return String(decoding: bytes, as: UTF8.self)
                    }
                    return "\(try row.value(column))"
                }.joined(separator: " ")
            }
        }
        #expect(texts.count == 5)
        for secret in ["Ada", "ada@", "Main Street", "Springfield", "01234"] {
            #expect(texts.allSatisfy { !$0.contains(secret) })
        }
    }
}
