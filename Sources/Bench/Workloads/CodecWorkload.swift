import Contracts
import WireProtocol

/// Encodes and decodes a quote's request and reply, without any service: what the encoding alone costs.
struct CodecWorkload: Workload {
    let name = "codec"
    let contentType: ContentType

    private static let request = QuoteBasket(
        currency: .usDollar,
        lines: [("strawberry", 3), ("mango", 2), ("kiwi", 5)].compactMap { sku, quantity in
            Sku(sku).map { BasketLine(sku: $0, quantity: Quantity(quantity)) }
        })

    private static let quote = Quote(
        currency: .usDollar, at: Timestamp(milliseconds: 1_781_870_400_000),
        lines: request.lines.map {
            QuoteLine(
                sku: $0.sku, quantity: $0.quantity, unitPrice: 50, surcharge: 0, discount: 0, tax: 0,
                total: 150)
        },
        subtotal: 450, discount: 0, shipping: 0, shippingTax: 0, tax: 0, taxes: [], total: 450,
        taxIncluded: false, taxMode: .line, rounding: .halfUp, destination: Destination(country: "US"),
        coupons: [], rejectedCoupons: [])

    func prepare() async throws {}

    func perform(_ number: Int) async -> OutcomeClass {
        let coding = WireCoding(contentType)
        do throws(Fault) {
            let request = try coding.decode(QuoteBasket.self, from: try coding.encode(Self.request))
            let quote = try coding.decode(Quote.self, from: try coding.encode(Self.quote))
            return request == Self.request && quote == Self.quote ? .done : .error
        } catch {
            return .error
        }
    }

    func brokenInvariants() async -> [String] { [] }

    var messageBytes: MessageBytes? {
        do throws(Fault) {
            return MessageBytes(
                requestBytes: try WireCoding(contentType).encode(Self.request).count,
                replyBytes: try WireCoding(contentType).encode(Self.quote).count)
        } catch {
            return nil
        }
    }
}
