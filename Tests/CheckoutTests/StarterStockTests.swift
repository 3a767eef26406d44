import Checkout
import Contracts
import FoundationEssentials
import ShopTesting
import Testing
import WireProtocol

@Suite struct StarterStockTests {
    /// `deploy/data/stock.json` beside the sources.
    private func starter() throws -> Restock {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        let file = root.joined(separator: "/") + "/deploy/data/stock.json"
        let bytes = try #require(FileManager.default.contents(atPath: file))
        return try WireCoding().decode(from: [UInt8](bytes))
    }

    @Test func `the starter shop has a hundred of everything and bakes cupcakes to order`() async throws {
        let desk = try CheckoutDesk()
        #expect(try await desk.checkout.isEmpty())
        let request = try starter()
        try request.validate()
        let levels = try await desk.checkout.restock(request, desk.context(Restock.self, "starter")).levels
        #expect(levels.filter { $0.tracked && $0.available == 100 }.count == levels.count - 1)
        #expect(levels.filter { !$0.tracked }.map(\.sku.text) == ["cupcake"])
        #expect(try await !desk.checkout.isEmpty())
    }

    @Test(arguments: ["starter", "first", "first-stock", "first_stock"])
    func `whatever key a caller takes, the starter has not taken it`(key: String) async throws {
        let desk = try CheckoutDesk()
        try await desk.checkout.loadStarter(try starter(), now: CheckoutDesk.noon)
        let mango = CheckoutDesk.sku("mango")
        let levels = try await desk.restock(StockChange(sku: mango, add: 1), key: key)
        #expect(levels.map(\.onHand) == [101])
    }

    @Test func `the starter's key is none that can come over the wire`() {
        #expect(throws: HeaderError.self) {
            try Header(parsing: Array("SHOP/1 REQ checkout.restock\nkey: first stock\n".utf8))
        }
    }
}
