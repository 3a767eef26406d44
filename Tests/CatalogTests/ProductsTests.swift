import Catalog
import Contracts
import Messaging
import Testing
import WireProtocol

@Suite struct ProductsTests {
    @Test func `a product comes back as it was put, all of it`() async throws {
        let full = Product(
            sku: try sku("Woo-tshirt_logo/1+#~."), name: "T-Shirt \"Łódź\"", description: "Soft.\n\tWarm.",
            category: "clothing", unit: "each", image: "shirt.png", color: "#AABBCC", rating: 4.25,
            seller: Seller(name: "Ana", occupation: "tailor"), tags: ["soft", "a b", "ÄÖ"])
        let bare = try product("bare", "Bare")
        let shelf = try await Shelf([full, bare])
        let reply = try await shelf.catalog.get(GetProducts(skus: [full.sku, bare.sku]), shelf.context)
        #expect(reply == .init(products: [full, bare], missing: []))
    }

    @Test func `products come in the order asked for, each once, and what is missing is named`() async throws
    {
        let shelf = try await Shelf(names: ["Apple", "Pear"])
        let skus = try ["p1", "none", "p0", "p1", "none", "P0"].map(sku)
        let reply = try await shelf.catalog.get(GetProducts(skus: skus), shelf.context)
        #expect(reply.products.map(\.name) == ["Pear", "Apple"])
        #expect(reply.missing == (try ["none", "P0"].map(sku)))
    }

    @Test func `a put counts what it created, updated and left unchanged`() async throws {
        let shelf = try await Shelf()
        let (apple, pear) = (try product("a", "Apple"), try product("b", "Pear"))
        #expect(try await shelf.put([apple, pear]) == ChangeCounts(created: 2))
        let ripe = try product("b", "Pear", description: "ripe")
        let plum = try product("c", "Plum")
        #expect(
            try await shelf.put([apple, ripe, plum]) == ChangeCounts(created: 1, updated: 1, unchanged: 1))
        #expect(try await shelf.put([apple, ripe, plum]) == ChangeCounts(unchanged: 3))
    }

    @Test func `a changed product is found by what it is now, not by what it was`() async throws {
        let shelf = try await Shelf([try product("a", "Apple", description: "sour", category: "fruit")])
        try await shelf.put([try product("a", "Pear", description: "sweet", category: "snack")])
        for old in ["apple", "sour", "fruit"] { #expect(try await shelf.names(old) == []) }
        for new in ["pear", "sweet", "snack"] { #expect(try await shelf.names(new) == ["Pear"]) }
        #expect(try await shelf.search(SearchProducts()).facets.category.map(\.value) == ["snack"])
    }

    @Test func `what is removed is gone, and removing it again removes nothing`() async throws {
        let shelf = try await Shelf(names: ["Apple", "Pear"])
        let skus = try ["p0", "none", "p0"].map(sku)
        #expect(try await shelf.catalog.remove(RemoveProducts(skus: skus), shelf.context).removed == 1)
        #expect(try await shelf.catalog.remove(RemoveProducts(skus: skus), shelf.context).removed == 0)
        #expect(try await shelf.names("") == ["Pear"])
        #expect(try await shelf.names("apple") == [])
        #expect(try await shelf.catalog.get(GetProducts(skus: skus), shelf.context).products == [])
    }

    @Test func `a change whose caller's time is up when it has its turn is not made`() async throws {
        let shelf = try await Shelf(names: ["Apple"])
        let late = CallContext(method: "late", now: Timestamp(milliseconds: 0), remainingMilliseconds: 0)
        let pear = try product("p0", "Pear")
        let changes: [() async throws -> Void] = [
            { _ = try await shelf.catalog.put(PutProducts(products: [pear]), late) },
            { _ = try await shelf.catalog.remove(RemoveProducts(skus: [pear.sku]), late) },
        ]
        for change in changes {
            let fault = await #expect(throws: Fault.self) { try await change() }
            #expect(fault?.code == "deadline_exceeded")
        }
        #expect(try await shelf.names("") == ["Apple"])
    }

    @Test func `the place of a removed product is taken by a new one without a trace`() async throws {
        let shelf = try await Shelf(names: ["Apple", "Pear", "Plum"])
        _ = try await shelf.catalog.remove(RemoveProducts(skus: try ["p0", "p2"].map(sku)), shelf.context)
        try await shelf.put([
            try product("a", "Fig"), try product("b", "Date"), try product("c", "Lime"),
            try product("d", "Nut"),
        ])
        #expect(try await shelf.names("") == ["Date", "Fig", "Lime", "Nut", "Pear"])
        for gone in ["appl", "plum"] { #expect(try await shelf.names(gone) == []) }
        for there in ["fig", "date", "lime", "nut", "pear"] {
            #expect(try await shelf.names(there).count == 1)
        }
    }

    @Test func `the methods are the contract's`() async throws {
        var handlers = Handlers()
        try await Shelf().catalog.register(in: &handlers)
        #expect(handlers.methods == ["catalog.get", "catalog.put", "catalog.remove", "catalog.search"])
    }

    @Test func `a put with one bad product changes nothing`() async throws {
        let shelf = try await Shelf()
        var handlers = Handlers()
        shelf.catalog.register(in: &handlers)
        let body =
            #"{"products":[{"sku":"a","name":"A","description":"","category":"c","unit":"u","tags":[]},"#
            + #"{"sku":"b","name":" ","description":"","category":"c","unit":"u","tags":[]}]}"#
        let outcome = try await handlers.handler(for: "catalog.put")
            .answer(Array(body.utf8), WireCoding(), shelf.context)
        guard case .failure(let fault) = outcome else {
            Issue.record("it was taken")
            return
        }
        #expect(fault.details.map(\.field) == ["products[1].name"])
        #expect(try await shelf.search(SearchProducts()).total == 0)
    }
}
