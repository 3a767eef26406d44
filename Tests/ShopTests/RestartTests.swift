import Contracts
import Messaging
import Testing
import WireProtocol

extension RealProcesses {
    @Suite struct Restart {
        @Test func `restarted services keep their data and load the starter shop once`() async throws {
            try await ShopProcesses.open { shop in
                let buyer = try Buyer(shop)
                let order = try await buyer.place(buyer.request("mango", 3), key: "mangos")
                try await buyer.setStock("pineapple", 7)
                try await changeProducts(shop)
                try await changePrices(shop)
                let before = try await Contents(shop)
                for service in ShopService.allCases { try await shop.restart(service) }
                #expect(try await Contents(shop) == before)
                for service in ShopService.allCases { try await shop.killAndRestart(service) }
                #expect(try await Contents(shop) == before)

                #expect(before.orders == [order])
                #expect(before.stock == ["mango": 97, "pineapple": 7, "kiwi": 100])
                #expect(before.prices == ["mango": 150, "pineapple": 333])
                #expect(before.names == ["Mangos", "Sour Pineapples"])
                #expect(before.missing == ["kiwi"])
            }
        }

        private func changeProducts(_ shop: ShopProcesses) async throws {
            let catalog = try shop.caller(.catalog)
            let pineapple = Product(
                sku: try Buyer.sku("pineapple"), name: "Sour Pineapples", description: "", category: "fruit",
                unit: "each")
            #expect(try await catalog.call(PutProducts(products: [pineapple])).updated == 1)
            #expect(try await catalog.call(RemoveProducts(skus: [Buyer.sku("kiwi")])).removed == 1)
        }

        private func changePrices(_ shop: ShopProcesses) async throws {
            let pricing = try shop.caller(.pricing)
            let dearer = SetPrice(sku: try Buyer.sku("pineapple"), currency: .usDollar, unitPrice: 333)
            _ = try await pricing.call(dearer, key: "dearer")
            #expect(try await pricing.call(RemoveOffers(skus: [Buyer.sku("kiwi")])).removed == 1)
        }
    }
}

/// What the three services have to say of three products.
private struct Contents: Equatable {
    var names: [String]
    var missing: [String]
    var prices: [String: Int64]
    var stock: [String: Int64]
    var orders: [Order]
    var hits: Int

    init(_ shop: ShopProcesses) async throws {
        let skus = try ["mango", "pineapple", "kiwi"].map(Buyer.sku)
        let catalog = try shop.caller(.catalog)
        let found = try await catalog.call(GetProducts(skus: skus))
        names = found.products.map(\.name)
        missing = found.missing.map(\.text)
        hits = try await catalog.call(SearchProducts()).total
        let offers = try await shop.caller(.pricing).call(GetOffers(skus: skus, currency: .usDollar)).offers
        prices = Dictionary(uniqueKeysWithValues: offers.map { ($0.sku.text, $0.unitPrice.minorUnits) })
        let levels = try await shop.caller(.checkout).call(GetStock(skus: skus)).levels
        stock = Dictionary(uniqueKeysWithValues: levels.map { ($0.sku.text, $0.available.value) })
        orders = try await Buyer(shop).orders()
    }
}
