import Contracts
import Testing
import WireProtocol

/// The bounds of bodies hold all that the messages' own bounds allow, and little more.
@Suite struct BodyBoundTests {
    private static func read<R: Request>(_ type: R.Type, _ body: [UInt8], _ content: ContentType) -> Fault? {
        do throws(Fault) {
            let request = try WireCoding(content).decode(type, from: body, mostEntries: type.mostBodyEntries)
            try request.validate()
            return nil
        } catch {
            return error
        }
    }

    private static func fits<R: Request>(_ request: R) throws -> Bool {
        try ContentType.allCases.allSatisfy { type in
            let body = try WireCoding(type).encode(request)
            return body.count <= R.largestBodyBytes && read(R.self, body, type) == nil
        }
    }

    private static let text = String(repeating: "é", count: Bounds.textBytes / 2)

    private static func skus(_ count: Int) -> [Sku] {
        (0..<count).compactMap { Sku(String(repeating: "x", count: 60) + "\(1000 + $0)") }
    }

    @Test func `the largest baskets are read`() throws {
        let options = Dictionary(
            uniqueKeysWithValues: (0..<20).map { ("group \($0)", ["a choice of some length"]) })
        let lines = Self.skus(Bounds.lines.upperBound).map {
            BasketLine(sku: $0, quantity: 9999, options: options, note: Self.text)
        }
        let coupons = Array(repeating: Self.text, count: Bounds.words.upperBound)
        #expect(
            try Self.fits(
                QuoteBasket(
                    currency: .usDollar, lines: lines, coupons: coupons, customer: Self.text, lock: true)))
    }

    @Test func `the largest searches, lists and changes of stock are read`() throws {
        let values = Array(repeating: Self.text, count: Bounds.words.upperBound)
        #expect(
            try Self.fits(SearchProducts(text: Self.text, categories: values, sellers: values, tags: values)))
        let skus = Self.skus(Bounds.skus.upperBound)
        #expect(try Self.fits(GetProducts(skus: skus)))
        #expect(try Self.fits(GetStock(skus: skus)))
        let changes = skus.map { StockChange(sku: $0, add: Quantity(WireInteger.range.upperBound)) }
        #expect(try Self.fits(Restock(changes: changes)))
        #expect(try Self.fits(CancelOrder(id: Self.text, note: Self.text)))
    }

    @Test(arguments: ContentType.allCases)
    func `a basket of countless options is refused while it is read`(type: ContentType) throws {
        var line = BasketLine(sku: .example, quantity: 1)
        line.options = Dictionary(uniqueKeysWithValues: (0..<80_000).map { ("\($0)", []) })
        let body = try WireCoding(type).encode(QuoteBasket(currency: .usDollar, lines: [line]))
        let fault = Self.read(QuoteBasket.self, body, type)
        #expect(fault?.code == "invalid_request")
        #expect(fault?.details.map(\.field) == ["lines[0].options"])
        #expect(fault?.details.first?.facts["max"] == .number(Int64(QuoteBasket.mostBodyEntries)))
    }

    @Test func `a filter's value is no longer than other texts`() {
        let request = SearchProducts(tags: ["ok", Self.text + "x"])
        let fault = #expect(throws: Fault.self) { try request.validate() }
        #expect(fault?.details.map(\.field) == ["tags[1]"])
    }
}
