import Catalog
import Checkout
import Contracts
import FoundationEssentials
import Messaging
import Pricing
import SQLite
import SQLiteStores
import Sealing
import ShopTesting
import WireProtocol

/// A store that can be asked for everything it holds, piece by piece, and that takes changes.
struct QuestionedStore {
    let questions: [() async -> Attempt<String>]
    /// Changes something that no question asks for.
    let change: () async throws -> Void
    /// What is done now and then.
    let tend: () async throws -> Void
    let close: () async throws -> Void

    func answers() async -> [Attempt<String>] {
        var answers: [Attempt<String>] = []
        for question in questions { answers.append(await question()) }
        return answers
    }
}

private func question(_ body: @escaping () async throws -> some Sendable) -> () async -> Attempt<String> {
    { await Attempt { "\(try await body())" } }
}

extension AnyStore {
    /// The skus of the parts of what is kept.
    private static let parts = [0..<30, 20..<60, 40..<90]

    private static func sku(_ number: Int) -> Sku { CheckoutDesk.sku("thing-\(number)") }

    /// Puts one of the parts; each changes some of the one before, and half of it is in when `amid` is called.
    func fill(
        _ path: String, vfs: String? = nil, part: Int, amid: () throws -> Void = {},
        end: () throws -> Void = {}
    ) async throws {
        let numbers = Self.parts[part]
        let halves = [numbers.prefix(numbers.count / 2), numbers.suffix(numbers.count - numbers.count / 2)]
        switch self {
        case .catalog:
            let store = try SQLiteCatalogStore(path: path, vfs: vfs)
            for half in halves {
                for number in half { _ = try await store.put([product(number, part)]) }
                try half == halves[0] ? amid() : end()
            }
        case .pricing:
            let store = try SQLitePricingStore(path: path, vfs: vfs)
            for half in halves {
                for number in half {
                    let key = try ChangeKey(
                        GetStock(skus: []),
                        CallContext(method: "", key: "\(part)-\(number)", now: ManualTime.start))
                    try await store.write(
                        {
                            try $0.save(offer(number, part))
                            try $0.keep(Array("answer \(number)".utf8), of: key)
                        }, committed: { _ in })
                }
                try half == halves[0] ? amid() : end()
            }
        case .checkout:
            let desk = try CheckoutDesk(path: path, vfs: vfs)
            for half in halves {
                for number in half { try await order(number, part, at: desk) }
                try half == halves[0] ? amid() : end()
            }
        }
    }

    private func product(_ number: Int, _ part: Int) -> Product {
        Product(
            sku: Self.sku(number), name: "Thing \(number) of \(part)",
            description:
                String(repeating: "Described as number \(number * 7) in part \(part). ", count: 5),
            category: "c\(number % 4)", unit: "each", rating: Double(number % 5),
            seller: Seller(name: "Seller \(number % 3)", occupation: "smith"), tags: ["t\(number % 6)"])
    }

    private func offer(_ number: Int, _ part: Int) -> OfferDefinition {
        OfferDefinition(
            sku: Self.sku(number),
            prices: [
                PricePeriod(
                    currency: .usDollar, unitPrice: Amount(Int64(100 + number + 1000 * part)),
                    tiers: [PriceTier(minQuantity: 10, unitPrice: 50)])
            ], quantity: QuantityRule(min: 1, max: 50, step: 1), taxCategory: "food")
    }

    /// Stock, an order of it, and now and then the order's end.
    private func order(_ number: Int, _ part: Int, at desk: CheckoutDesk) async throws {
        try await desk.restock(
            StockChange(sku: Self.sku(number), add: 10), key: "restock-\(part)-\(number)")
        let request = try desk.request((Self.sku(number).text, 3))
        let order = try await desk.place(request, key: "place-\(part)-\(number)")
        if number.isMultiple(of: 7) { _ = try await desk.cancel(order, key: "cancel-\(part)-\(number)") }
    }

    func question(
        _ path: String, vfs: String? = nil, observer: any WriteObserver
    ) async throws -> QuestionedStore {
        let skus = (0..<95).map(Self.sku)
        switch self {
        case .catalog: return try catalog(path, vfs, observer, skus)
        case .pricing: return try pricing(path, vfs, observer, skus)
        case .checkout: return try checkout(path, vfs, observer, skus)
        }
    }

    private func catalog(
        _ path: String, _ vfs: String?, _ observer: any WriteObserver, _ skus: [Sku]
    ) throws -> QuestionedStore {
        let store = try SQLiteCatalogStore(path: path, vfs: vfs, observer: observer)
        var questions = skus.map { sku in SQLiteStoresTests.question { try await store.products([sku]) } }
        questions.append(SQLiteStoresTests.question { try await store.allProducts() })
        for text in ["", "thing", "thing 41", "number 287", "part 1", "hing", "escribed as number 63"] {
            let query = SearchQuery(text: text, limit: 100)
            questions.append(SQLiteStoresTests.question { try await store.search(query) })
        }
        return QuestionedStore(questions: questions) {
            let pen = Product(
                sku: CheckoutDesk.sku("pen"), name: "Pen", description: "", category: "pen", unit: "each",
                tags: [])
            _ = try await store.put([pen])
        } tend: {
            await store.tend()
        } close: {
            try await store.close()
        }
    }

    private func pricing(
        _ path: String, _ vfs: String?, _ observer: any WriteObserver, _ skus: [Sku]
    ) throws -> QuestionedStore {
        let store = try SQLitePricingStore(path: path, vfs: vfs, observer: observer)
        var questions = skus.map { sku in SQLiteStoresTests.question { try await store.offers([sku]) } }
        questions.append(SQLiteStoresTests.question { try await store.allOffers() })
        return QuestionedStore(questions: questions) {
            try await store.write(
                { try $0.save(OfferDefinition(sku: CheckoutDesk.sku("pen"), prices: [])) },
                committed: { _ in })
        } tend: {
            try await store.tend(elapsedMilliseconds: 0)
        } close: {
            try await store.close()
        }
    }

    private func checkout(
        _ path: String, _ vfs: String?, _ observer: any WriteObserver, _ skus: [Sku]
    ) throws -> QuestionedStore {
        let desk = try CheckoutDesk(path: path, vfs: vfs, observer: observer)
        var questions = skus.map { sku in SQLiteStoresTests.question { try await desk.available(sku.text) } }
        for (part, numbers) in Self.parts.enumerated() {
            for number in numbers {
                questions.append(
                    SQLiteStoresTests.question {
                        try await desk.order(FindOrder(key: "place-\(part)-\(number)"))
                    })
            }
        }
        for number in 1...125 {
            let text = "2026-\(String(1_000_000 + number).dropFirst())"
            questions.append(SQLiteStoresTests.question { try await desk.order(FindOrder(number: text)) })
        }
        questions.append(SQLiteStoresTests.question { try await desk.everyOrder() })
        for stream in [ShopStream.stock, .orders] {
            questions.append(SQLiteStoresTests.question { try await desk.store.position(of: stream) })
            for start in stride(from: Int64(0), to: 300, by: 50) {
                questions.append(
                    SQLiteStoresTests.question {
                        try await desk.store.events(of: stream, after: start, limit: 50)
                    })
            }
        }
        return QuestionedStore(questions: questions) {
            try await desk.setStock("pen", 1)
        } tend: {
            try await desk.store.tend(elapsedMilliseconds: 0)
        } close: {
            try await desk.store.close()
        }
    }
}
