import Contracts
import ShopTesting
import Testing
import WireProtocol

@Suite struct AddressTests {
    let desk: CheckoutDesk

    init() async throws {
        desk = try CheckoutDesk()
        try await desk.setStock("mango", 1)
    }

    @Test func `all bad fields are named at once with their paths`() async throws {
        var request = try desk.request(("mango", 1))
        request.customer = Customer(name: "\u{a0} ", email: "nobody")
        request.address = Address(
            street: "", city: "Spring\u{7}field", region: "a\nb", postalCode: "1234", country: "US")
        let fault = await refusal { try await desk.place(request) }
        #expect(fault?.code == "invalid_address")
        #expect(
            fault?.details.map(\.field) == [
                "customer.name", "customer.email", "address.street", "address.city", "address.region",
                "address.postalCode",
            ])
    }

    static let bad: [(String, @Sendable (inout PlaceOrder) -> Void)] = [
        ("customer.name", { $0.customer.name = "" }),
        ("customer.name", { $0.customer.name = "A\u{0}da" }),
        ("customer.name", { $0.customer.name = String(repeating: "a", count: 1025) }),
        ("customer.email", { $0.customer.email = "ada@" }),
        ("customer.email", { $0.customer.email = "a da@example.org" }),
        ("address.street", { $0.address.street = " \t " }),
        ("address.street", { $0.address.street = "1 Main\u{2028}Street" }),
        ("address.city", { $0.address.city = "\u{3000}" }),
        ("customer.name", { $0.customer.name = "\u{200B}" }),
        ("customer.name", { $0.customer.name = "\u{2800} \u{3164}" }),
        ("customer.email", { $0.customer.email = "\u{200B}@example.org" }),
        ("address.street", { $0.address.street = "\u{FEFF}\u{AD}" }),
        ("address.city", { $0.address.city = "\u{200D}\u{E0020}" }),
        ("address.country", { $0.address.country = "us" }),
        ("address.country", { $0.address.country = "ZZ" }),
        ("address.country", { $0.address.country = "XX" }),
        ("address.country", { $0.address.country = "USA" }),
        ("address.country", { $0.address.country = "" }),
        ("address.country", { $0.address.country = "ÜS" }),
    ]

    @Test(arguments: bad.indices)
    func `a bad field is refused by its path`(index: Int) async throws {
        var request = try desk.request(("mango", 1))
        Self.bad[index].1(&request)
        let fault = await refusal { try await desk.place(request) }
        #expect(fault?.status == .invalidArgument)
        #expect(fault?.code == "invalid_address")
        #expect(fault?.details.map(\.field) == [Self.bad[index].0])
    }

    @Test func `white space around a text is not part of it, and an empty optional one is absent`()
        async throws
    {
        var request = try desk.request(("mango", 1))
        request.customer.email = " \u{200B}"
        request.address = Address(
            street: " 1 Main Street\u{a0}", city: "\tSpringfield ", region: "\u{2060}", postalCode: " 01234 ",
            country: "US")
        let order = try await desk.place(request)
        #expect(order.customer.email == nil)
        #expect(
            order.address
                == Address(street: "1 Main Street", city: "Springfield", postalCode: "01234", country: "US"))
    }

    @Test(arguments: [
        ("UK", "GB"), ("uk", "GB"), ("EL", "GR"), ("USA", "US"), ("U.S.", "US"), ("us", "US"), ("GBR", "GB"),
    ])
    func `a country that people write otherwise is suggested`(written: String, meant: String) async throws {
        var request = try desk.request(("mango", 1))
        request.address.country = written
        let detail = try #require(await refusal { try await desk.place(request) }?.details.first)
        #expect(detail.field == "address.country" && detail.facts["suggestion"] == .text(meant))
        #expect(detail.message.hasSuffix("did you mean \(meant)?"))
    }

    static let goodCodes: [(country: String, code: String?)] = [
        ("US", "01234"), ("US", "01234-5678"), ("GB", "SW1A 1AA"), ("GB", "M1 1AE"), ("GB", "sw1a1aa"),
        ("IE", nil), ("IE", "D02 AF30"), ("HK", nil), ("AE", nil), ("DE", "01067"), ("CA", "K1A 0B1"),
        ("NL", "1234 AB"), ("JP", "100-0001"), ("JP", "1000001"), ("PL", "00-950"), ("SE", "114 55"),
        ("FR", "75001"), ("BR", "01310-100"), ("PT", "1000-205"), ("LV", "LV-1010"), ("AQ", "anything"),
        ("LV", "lv-1010"), ("LV", "Lv-1010"), ("GB", "gir 0aa"), ("GB", "ng34 8tu"), ("LT", "lt-01100"),
        ("LU", "l-1009"), ("NL", "1234 ab"), ("AR", "c1425clA"),
    ]

    static let badCodes: [(country: String, code: String?)] = [
        ("US", nil), ("US", ""), ("US", "1234"), ("US", "012345"), ("US", "0123A"), ("US", "01234-"),
        ("US", "０１２３４"), ("GB", nil), ("GB", "SW1A"), ("GB", "1AA SW1A"), ("DE", "1067"), ("DE", nil),
        ("CA", "K1A  0B1"), ("NL", "1234"), ("JP", "100-001"), ("PL", "00950"), ("FR", "7500"),
        ("US", "\u{200B}"),
    ]

    @Test(arguments: goodCodes)
    func `a postal code by the country's rule passes as it is`(country: String, code: String?) async throws {
        let order = try await desk.place(request(country, code))
        #expect(order.address.postalCode == code)
    }

    @Test(arguments: badCodes)
    func `a postal code against the country's rule is refused`(country: String, code: String?) async throws {
        let fault = await refusal { try await desk.place(request(country, code)) }
        #expect(fault?.code == "invalid_address")
        #expect(fault?.details.map(\.field) == ["address.postalCode"])
    }

    private func request(_ country: String, _ code: String?) throws -> PlaceOrder {
        var quote = CheckoutDesk.quote(("mango", 1))
        quote.destination = Destination(country: country)
        var request = try desk.request(quote)
        request.address.country = country
        request.address.postalCode = code
        return request
    }

    static let matches: [(Destination, region: String?, postalCode: String)] = [
        (Destination(country: "US"), nil, "01234"),
        (Destination(country: "US"), "", "01234"),
        (Destination(country: "US", region: "MA"), " MA ", "01234"),
        (Destination(country: "US", region: "MA", postalCode: "01234"), "MA", "01234"),
        (Destination(country: "US", postalCode: " 01234"), nil, "01234 "),
        (Destination(country: "US", postalCode: "01234-5678"), nil, "01234-5678"),
    ]

    @Test(arguments: matches.indices)
    func `an address at the quoted destination passes`(index: Int) async throws {
        let (destination, region, postalCode) = Self.matches[index]
        #expect(try await desk.place(placing(destination, region, postalCode)).status == .placed)
    }

    @Test(arguments: ["NG34 8TU", "ng34 8tu", "Ng348Tu"])
    func `a postal code is the quoted one in any spelling`(code: String) async throws {
        var quote = CheckoutDesk.quote(("mango", 1))
        quote.destination = Destination(country: "GB", postalCode: "ng34 8tu")
        var request = try desk.request(quote)
        request.address.country = "GB"
        request.address.postalCode = code
        #expect(try await desk.place(request).address.postalCode == code)
    }

    static let mismatches: [(Destination, region: String?, postalCode: String, fields: [String])] = [
        (Destination(country: "DE"), nil, "01234", ["country"]),
        (Destination(country: "US"), "MA", "01234", ["region"]),
        (Destination(country: "US", region: "MA"), nil, "01234", ["region"]),
        (Destination(country: "US", region: "MA"), "NY", "01234", ["region"]),
        (Destination(country: "US", postalCode: "01235"), nil, "01234", ["postalCode"]),
        (
            Destination(country: "CA", region: "ON", postalCode: "K1A 0B1"), "MA", "01234",
            ["country", "region", "postalCode"]
        ),
    ]

    @Test(arguments: mismatches.indices)
    func `an address elsewhere is a changed destination`(index: Int) async throws {
        let (destination, region, postalCode, fields) = Self.mismatches[index]
        let fault = await refusal { try await desk.place(placing(destination, region, postalCode)) }
        #expect(fault?.code == "destination_changed")
        #expect(fault?.details.map(\.field) == fields.map { "address.\($0)" })
    }

    private func placing(_ quoted: Destination, _ region: String?, _ code: String) throws -> PlaceOrder {
        var quote = CheckoutDesk.quote(("mango", 1))
        quote.destination = quoted
        var request = try desk.request(quote)
        request.address.region = region
        request.address.postalCode = code
        return request
    }
}
