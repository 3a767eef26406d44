import Checkout
import Contracts
import ShopTesting
import Testing
import WireProtocol

@Suite struct StockTests {
    let desk: CheckoutDesk
    let mango = CheckoutDesk.sku("mango")

    init() throws { desk = try CheckoutDesk() }

    private func level(_ sku: String, _ onHand: Int64, tracked: Bool = true) -> StockLevel {
        StockLevel(
            sku: CheckoutDesk.sku(sku), tracked: tracked, onHand: WireInteger(onHand), reserved: 0,
            available: WireInteger(onHand))
    }

    @Test func `a sku never restocked is tracked with none, and levels come in the order asked for`()
        async throws
    {
        try await desk.setStock("kiwi", 7)
        let request = GetStock(skus: ["mango", "kiwi", "mango"].map(CheckoutDesk.sku))
        let levels = try await desk.checkout.stock(request, desk.context(GetStock.self)).levels
        #expect(levels == [level("mango", 0), level("kiwi", 7), level("mango", 0)])
    }

    static let steps: [(change: StockChange, onHand: Int64, tracked: Bool)] = {
        let mango = CheckoutDesk.sku("mango")
        return [
            (StockChange(sku: mango, add: 5), 5, true),
            (StockChange(sku: mango, add: -5), 0, true),
            (StockChange(sku: mango, set: 100), 100, true),
            (StockChange(sku: mango, add: 0), 100, true),
            (StockChange(sku: mango, tracked: true), 100, true),
            (StockChange(sku: mango, tracked: false), 0, false),
            (StockChange(sku: mango, tracked: false), 0, false),
            (StockChange(sku: mango, tracked: true), 0, true),
            (StockChange(sku: mango, set: Quantity(WireInteger.range.upperBound)), (1 << 53) - 1, true),
            (StockChange(sku: mango, set: 0), 0, true),
        ]
    }()

    @Test func `stock is added to, set, and taken out of counting`() async throws {
        for step in Self.steps {
            let levels = try await desk.restock(step.change)
            #expect(levels == [level("mango", step.onHand, tracked: step.tracked)])
            #expect(try await desk.available("mango") == step.onHand)
        }
    }

    @Test func `stock never goes below zero, and the refusal says what is there`() async throws {
        try await desk.setStock("mango", 3)
        let fault = await refusal { try await desk.restock(StockChange(sku: mango, add: -4)) }
        #expect(fault?.status == .failedPrecondition)
        #expect(fault?.code == "out_of_stock")
        #expect(fault?.details[0].facts == ["sku": "mango", "available": 3, "min": -3])
        #expect(try await desk.available("mango") == 3)
    }

    @Test(arguments: [1, WireInteger.range.upperBound])
    func `more than can be counted is refused`(more: Int64) async throws {
        try await desk.restock(StockChange(sku: mango, set: Quantity(WireInteger.range.upperBound)))
        let fault = await refusal { try await desk.restock(StockChange(sku: mango, add: Quantity(more))) }
        #expect(fault?.status == .invalidArgument)
        #expect(fault?.code == "quantity_too_large")
        #expect(fault?.details.map(\.field) == ["changes[0].add"])
    }

    @Test func `what is untracked has no count to change`() async throws {
        try await desk.restock(StockChange(sku: mango, tracked: false))
        for change in [StockChange(sku: mango, add: 1), StockChange(sku: mango, set: 1)] {
            let fault = await refusal { try await desk.restock(change) }
            #expect(fault?.code == "wrong_state")
            #expect(fault?.details[0].facts == ["sku": "mango", "state": "untracked", "wanted": "tracked"])
        }
    }

    @Test func `one bad change keeps all from happening, and every bad one is named`() async throws {
        let changes = [
            StockChange(sku: mango, add: 5), StockChange(sku: CheckoutDesk.sku("kiwi"), add: -1),
            StockChange(sku: CheckoutDesk.sku("lychee"), add: -2),
        ]
        let fault = await refusal {
            try await desk.checkout.restock(
                Restock(changes: changes), desk.context(Restock.self, "r"))
        }
        #expect(fault?.details.map(\.field) == ["changes[1].add", "changes[2].add"])
        #expect(try await desk.available("mango") == 0)
    }

    @Test(arguments: [1, 2, 100])
    func `what there is little of is listed, the least first`(limit: Int64) async throws {
        for (sku, count) in [("kiwi", 9), ("mango", 10), ("apple", 3), ("b_1", 3), ("fig", 0)]
            as [(String, Int64)]
        {
            try await desk.setStock(sku, count)
        }
        try await desk.restock(StockChange(sku: CheckoutDesk.sku("cupcake"), tracked: false))
        var seen: [String] = []
        var cursor: String?
        repeat {
            let page = try await desk.lowStock(
                ListLowStock(below: 10, limit: WireInteger(limit), cursor: cursor))
            #expect(page.levels.count <= limit)
            seen += page.levels.map { "\($0.sku) \($0.available.value)" }
            cursor = page.next
        } while cursor != nil
        #expect(seen == ["fig 0", "apple 3", "b_1 3", "kiwi 9"])
        #expect(try await desk.lowStock(ListLowStock(below: 0)).levels == [])
    }

    @Test(arguments: ["", "x", "_", "1_", "!_kiwi", "1_a b"])
    func `a text that is no cursor of low stock is refused`(text: String) async throws {
        let fault = await refusal { try await desk.lowStock(ListLowStock(below: 5, cursor: text)) }
        #expect(fault?.code == "invalid_cursor")
    }
}
