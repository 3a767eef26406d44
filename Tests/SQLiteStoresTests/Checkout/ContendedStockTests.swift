import Contracts
import Sealing
import ShopTesting
import Testing
import WireProtocol

@Suite struct ContendedStockTests {
    let desk: CheckoutDesk

    init() throws { desk = try CheckoutDesk() }

    @Test func `of a hundred orders for the last unit at once, one is placed`() async throws {
        try await desk.setStock("mango", 1)
        let requests = try (0..<100).map { _ in try desk.request(("mango", 1)) }
        let outcomes = await withTaskGroup(of: Attempt<Order>.self) { group in
            for request in requests { group.addTask { await Attempt { try await desk.place(request) } } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.compactMap(\.answer).count == 1)
        #expect(outcomes.compactMap(\.code) == Array(repeating: "out_of_stock", count: 99))
        #expect(try await desk.available("mango") == 0)
        #expect(try await desk.everyOrder().count == 1)
    }

    @Test func `two lines of two with three in stock are refused without a trace`() async throws {
        try await desk.setStock("mango", 3)
        try await desk.setStock("kiwi", 5)
        var quote = CheckoutDesk.quote(("kiwi", 1), ("mango", 2), ("mango", 2))
        quote.lines[1].options = ["extras": ["sprinkles"]]
        let request = try desk.request(quote)
        #expect(await Attempt { try await desk.place(request, key: "k") }.code == "out_of_stock")
        #expect(try await desk.available("mango") == 3)
        #expect(try await desk.available("kiwi") == 5)
        #expect(try await desk.everyOrder().isEmpty)
        #expect(await Attempt { try await desk.order(FindOrder(key: "k")) }.code == "unknown_order")
        try await desk.setStock("mango", 4)
        let order = try await desk.place(request, key: "k")
        #expect(order.number == "2026-000001")
    }

    /// What one of many clients does next.
    enum Step: CaseIterable {
        case place, placeTooMuch, repeatLast, cancel, cancelAgain, addStock, removeStock
    }

    @Test(arguments: 0..<5)
    func `however the calls interleave, sold and left are what was put in`(round: Int) async throws {
        let initial: Int64 = 200
        try await desk.setStock("mango", initial)
        let added = try await withThrowingTaskGroup(of: Int64.self) { group in
            for _ in 0..<8 { group.addTask { try await client() } }
            return try await group.reduce(0, +)
        }
        let left = try #require(try await desk.available("mango"))
        #expect(left >= 0)
        #expect(try await desk.sold("mango") + left == initial + added)
        let numbers = try await desk.everyOrder().compactMap { Int($0.number.suffix(6)) }
        #expect(numbers.sorted() == Array(1...max(1, numbers.count)))
    }

    /// Thirty random steps; answers what was added to stock in all.
    private func client() async throws -> Int64 {
        var added: Int64 = 0
        var last: (request: PlaceOrder, key: String, order: Order)?
        for _ in 0..<30 {
            switch Step.allCases.randomElement() ?? .place {
            case .place:
                let request = try desk.request(("mango", .random(in: 1...3)), ("mango", 1))
                let key = randomIdentifier()
                let attempt = await Attempt { try await desk.place(request, key: key) }
                if let order = attempt.answer { last = (request, key, order) }
            case .placeTooMuch:
                let request = try desk.request(("mango", 10_000))
                #expect(await Attempt { try await desk.place(request) }.code == "out_of_stock")
            case .repeatLast:
                guard let last else { continue }
                #expect(try await desk.place(last.request, key: last.key) == last.order)
            case .cancel, .cancelAgain:
                guard let last else { continue }
                let code = await Attempt { try await desk.cancel(last.order) }.code
                #expect(code == nil || code == "wrong_state")
            case .addStock:
                added += try await add(5)
            case .removeStock:
                added += try await add(-7)
            }
        }
        return added
    }

    private func add(_ count: Int64) async throws -> Int64 {
        let change = StockChange(sku: CheckoutDesk.sku("mango"), add: Quantity(count))
        let attempt = await Attempt { try await desk.restock(change) }
        #expect(attempt.code == nil || attempt.code == "out_of_stock")
        return attempt.answer == nil ? 0 : count
    }
}
