import Catalog
import Contracts
import FoundationEssentials
import SQLite
import SQLiteStores
import Testing

@Suite struct SQLiteCatalogStoreTests {
    @Test func `a file holds everything over a restart, the search included`() async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "catalog.sqlite").path
            let products = try [
                product(
                    "a", "Huśtawka", seller: Seller(name: "Ana", occupation: "smith"), tags: ["x y", "z"]),
                product("b", "Strawberries"), product("c", "Pear"),
            ]
            let first = try SQLiteCatalogStore(path: path)
            _ = try await first.put(products)
            _ = try await first.remove([products[1].sku])
            let before = try await first.search(SearchQuery())

            let second = try SQLiteCatalogStore(path: path)
            #expect(try await second.search(SearchQuery()) == before)
            #expect(try await second.products(products.map(\.sku)) == [products[0], products[2]])
            let found = try await second.search(SearchQuery(text: "hustawka"))
            #expect(found.items.map(\.product) == [products[0]])
            #expect(try await second.search(SearchQuery(text: "strawberries")).items == [])
            #expect(try await second.put(products) == ChangeCounts(created: 1, unchanged: 2))
            #expect(try await second.search(SearchQuery(text: "berr")).items.map(\.product) == [products[1]])
        }
    }

    @Test func `many puts and removes at once leave a store that agrees with itself`() async throws {
        let store = try SQLiteCatalogStore(path: ":memory:")
        try await withThrowingTaskGroup { group in
            for worker in 0..<4 {
                group.addTask { try await change(store, worker) }
            }
            try await group.waitForAll()
        }
        let all = try await store.search(SearchQuery(limit: 100))
        #expect(all.total == 4 * 8)
        #expect(try await store.search(SearchQuery(text: "thing", limit: 100)).total == all.total)
        #expect(try await store.products(all.items.map(\.product.sku)).count == all.total)
    }

    @Test(.timeLimit(.minutes(1)))
    func `products are got and found while a change waits for another program`()
        async throws
    {
        try await withFolder { folder in
            let path = folder.appending(path: "catalog.sqlite").path
            let store = try SQLiteCatalogStore(path: path)
            let (pear, kiwi) = (try product("pear", "Pear"), try product("kiwi", "Kiwi"))
            _ = try await store.put([pear])
            let other = try Database(path: path)
            try other.script("BEGIN IMMEDIATE")
            let (asked, asking) = AsyncStream.makeStream(of: Void.self)
            let change = Task { try await store.put([kiwi]) { asking.yield() } }
            for await _ in asked { break }
            #expect(try await store.products([pear.sku, kiwi.sku]) == [pear])
            #expect(try await store.search(SearchQuery(text: "pear")).items.map(\.product) == [pear])
            #expect(try await store.search(SearchQuery(text: "kiwi")).total == 0)
            try other.script("ROLLBACK")
            #expect(try await change.value == ChangeCounts(created: 1))
            // What was confirmed is seen at once.
            #expect(try await store.products([kiwi.sku]) == [kiwi])
            #expect(try await store.search(SearchQuery(text: "kiwi")).items.map(\.product) == [kiwi])
        }
    }

    @Test(arguments: ["/dev/null/none.sqlite", "/"]) func `a path where no file can be is an error`(
        path: String
    ) {
        #expect(throws: (any Error).self) { _ = try SQLiteCatalogStore(path: path) }
    }

    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "catalog-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }
}

/// Puts the same eight products again and again and removes some of them, but none in the last round.
private func change(_ store: SQLiteCatalogStore, _ worker: Int) async throws {
    for round in 0...24 {
        let products = try (0..<8).map { try product("w\(worker)-\($0)", "Thing \(round) \($0)") }
        _ = try await store.put(products)
        _ = try await store.remove(products.prefix(round % 8).map(\.sku))
        _ = try await store.search(SearchQuery(text: "thing"))
    }
}

private func product(
    _ sku: String, _ name: String, seller: Seller? = nil, tags: [String] = []
) throws -> Product {
    Product(
        sku: try #require(Sku(sku)), name: name, description: "", category: "thing", unit: "each",
        seller: seller, tags: tags)
}
