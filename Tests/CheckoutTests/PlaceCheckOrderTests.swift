import Contracts
import Sealing
import ShopTesting
import Testing
import WireProtocol

/// The checks of `checkout.place` and the order they stand in.
@Suite struct PlaceCheckOrderTests {
    let desk: CheckoutDesk

    init() async throws {
        desk = try CheckoutDesk()
        try await desk.setStock("mango", 10)
    }

    /// What can be wrong with one placing, first check first.
    enum Wrong: CaseIterable {
        case key, seal, used, expired, total, address, destination, stock, payment

        var code: String {
            switch self {
            case .key: "idempotency_conflict"
            case .seal: "invalid_quote"
            case .used: "quote_used"
            case .expired: "quote_expired"
            case .total: "total_changed"
            case .address: "invalid_address"
            case .destination: "destination_changed"
            case .stock: "out_of_stock"
            case .payment: "invalid_request"
            }
        }

        var status: Status {
            switch self {
            case .key: .aborted
            case .seal, .address, .payment: .invalidArgument
            case .used, .expired, .total, .destination, .stock: .failedPrecondition
            }
        }
    }

    @Test(arguments: Wrong.allCases.indices)
    func `with this and all later checks failing, this one answers`(first: Int) async throws {
        let fault = try await fault(of: Wrong.allCases[first...])
        #expect(fault?.code == Wrong.allCases[first].code)
        #expect(fault?.status == Wrong.allCases[first].status)
        #expect(fault?.retryable == false)
    }

    @Test(arguments: Wrong.allCases)
    func `each check alone refuses and leaves no trace`(wrong: Wrong) async throws {
        let before = try await desk.orders(ListOrders()).orders.count
        let fault = try await fault(of: [wrong])
        #expect(fault?.code == wrong.code)
        let traces = wrong == .used || wrong == .key ? 1 : 0
        #expect(try await desk.orders(ListOrders()).orders.count == before + traces)
        #expect(try await desk.available("mango") == 10 - Int64(traces))
    }

    /// Places one order with all of `wrongs`.
    private func fault(of wrongs: some Sequence<Wrong>) async throws -> Fault? {
        let wrongs = Set(wrongs)
        let key = randomIdentifier()
        var quote = CheckoutDesk.quote(("mango", 1))
        if wrongs.contains(.destination) { quote.destination = Destination(country: "DE") }
        var request = try desk.request(quote)
        if wrongs.contains(.used) {
            var used = quote
            used.destination = Destination(country: "US")
            _ = try await desk.place(desk.request(used))
        }
        if wrongs.contains(.key) { _ = try await desk.place(desk.request(("mango", 1)), key: key) }
        if wrongs.contains(.stock) {
            quote.lines[0].quantity = 11
            request.token = try desk.lock(quote)
        }
        if wrongs.contains(.seal) { request.token += "x" }
        if wrongs.contains(.total) { request.expectedTotal = 99 }
        if wrongs.contains(.address) { request.address.city = " " }
        if wrongs.contains(.payment) { request.payment.method = "sandbox" }
        let now = CheckoutDesk.noon.adding(
            milliseconds: wrongs.contains(.expired) ? SealedQuote.lockMilliseconds : 0)
        return await refusal { try await desk.place(request, key: key, now: now) }
    }

    @Test func `a quote is good until the millisecond before it expires`() async throws {
        let request = try desk.request(("mango", 1))
        let last = CheckoutDesk.noon.adding(milliseconds: SealedQuote.lockMilliseconds - 1)
        #expect(try await desk.place(request, now: last).total == 100)
    }

    @Test func `an expired quote names its expiry`() async throws {
        let request = try desk.request(("mango", 1))
        let late = CheckoutDesk.noon.adding(milliseconds: SealedQuote.lockMilliseconds)
        let fault = await refusal { try await desk.place(request, now: late) }
        #expect(fault?.details[0].facts == ["expiresAt": "2026-06-19T12:15:00.000Z"])
    }

    @Test(arguments: [99, 101, 0, -100] as [Int64])
    func `another total than the quote's is refused with both`(expected: Int64) async throws {
        var request = try desk.request(("mango", 1))
        request.expectedTotal = Amount(expected)
        let fault = await refusal { try await desk.place(request) }
        #expect(fault?.code == "total_changed")
        #expect(fault?.details[0].facts == ["expected": .number(expected), "total": 100])
    }

    @Test func `a used quote names its order, also when it has expired or was cancelled`() async throws {
        let request = try desk.request(("mango", 1))
        let order = try await desk.place(request)
        let late = CheckoutDesk.noon.adding(milliseconds: 2 * SealedQuote.lockMilliseconds)
        _ = try await desk.cancel(order)
        for now in [CheckoutDesk.noon, late] {
            let fault = await refusal { try await desk.place(request, now: now) }
            #expect(fault?.code == "quote_used")
            #expect(fault?.details[0].facts == ["order": .text(order.id), "number": .text(order.number)])
        }
    }

    static let forgeries: [(String, @Sendable (CheckoutDesk) throws -> String)] = [
        ("empty", { _ in "" }),
        ("any text", { _ in "s1.AAAA" }),
        ("cut short", { String(try $0.lock(CheckoutDesk.quote(("mango", 1))).dropLast()) }),
        ("altered", { String(try $0.lock(CheckoutDesk.quote(("mango", 1))).reversed()) }),
        ("another shop's key", { _ in try CheckoutDesk().lock(CheckoutDesk.quote(("mango", 1))) }),
        (
            "another purpose",
            {
                let quote = SealedQuote(quote: CheckoutDesk.quote(("mango", 1)))
                return try $0.sealingKey.seal(WireCoding().encode(quote), context: "other")
            }
        ),
        ("no quote inside", { $0.sealingKey.seal(Array("{}".utf8), context: SealedQuote.sealContext) }),
        ("an unlocked quote", { try $0.lock(changed { $0.id = nil }) }),
        ("a quote for ever", { try $0.lock(changed { $0.expiresAt = nil }) }),
        ("a quote of nothing", { try $0.lock(changed { $0.lines = [] }) }),
        ("a line that would add stock", { try $0.lock(changed { $0.lines[0].quantity = -1 }) }),
    ]

    private static func changed(_ change: (inout Quote) -> Void) -> Quote {
        var quote = CheckoutDesk.quote(("mango", 1))
        change(&quote)
        return quote
    }

    @Test(arguments: forgeries.indices)
    func `a token that pricing did not lock as it is is an invalid quote`(index: Int) async throws {
        var request = try desk.request(("mango", 1))
        request.token = try Self.forgeries[index].1(desk)
        let fault = await refusal { try await desk.place(request) }
        #expect(fault?.code == "invalid_quote", "\(Self.forgeries[index].0)")
        #expect(fault?.details.map(\.field) == ["token"])
    }
}
