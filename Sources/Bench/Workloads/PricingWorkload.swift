import Contracts
import Messaging
import Threading
import WireProtocol

/// Quotes of baskets: the headline.
final class PricingWorkload: Workload {
    let name = "pricing"
    private let pricing: ShopConnections
    private let mix: BasketMix
    private let currency: Currency
    private let state = Locked(State())

    private struct State {
        var baskets: [QuoteBasket] = []
        /// What each basket cost when it was first quoted.
        var totals = [Amount?](repeating: nil, count: PricingWorkload.basketCount)
        var broken: [String] = []
        var bytes: MessageBytes?
    }

    init(_ pricing: ShopConnections, mix: BasketMix, currency: Currency) {
        self.pricing = pricing
        self.mix = mix
        self.currency = currency
    }

    private static let basketCount = 1024

    /// Learns which choices the offers demand, and makes the baskets.
    func prepare() async throws {
        let reply = try await pricing.call(GetOffers(skus: mix.skus, currency: currency))
        let choices = reply.offers.compactMap { offer in
            Self.requiredChoices(of: offer).map { (offer.sku, $0) }
        }
        let known = Dictionary(choices, uniquingKeysWith: { first, _ in first })
        let baskets = (0..<Self.basketCount).map { mix.basket($0, currency: currency, choices: known) }
        state.withLock { $0.baskets = baskets }
        let request = baskets[0]
        let quote = try await pricing.call(request)
        let bytes = MessageBytes(
            requestBytes: pricing.size(of: request), replyBytes: pricing.size(of: quote))
        state.withLock { $0.bytes = bytes }
    }

    static func requiredChoices(of offer: Offer) -> [String: [String]]? {
        let required = offer.options.filter(\.required)
        if required.isEmpty { return nil }
        return Dictionary(uniqueKeysWithValues: required.map { ($0.id, [$0.choices[0].id]) })
    }

    func perform(_ number: Int) async -> OutcomeClass {
        let basket = number % Self.basketCount
        let request = state.withLock { $0.baskets[basket] }
        do throws(CallError) {
            check(try await pricing.call(request), basket: basket)
            return .done
        } catch {
            return OutcomeClass(error)
        }
    }

    private func check(_ quote: Quote, basket: Int) {
        let sum = quote.lines.reduce(0) { $0 + $1.total.minorUnits }
        let expected = sum + quote.shipping.minorUnits + (quote.taxIncluded ? 0 : quote.tax.minorUnits)
        state.withLock { state in
            if expected != quote.total.minorUnits {
                state.broken.append(
                    "basket \(basket): the lines add up to \(expected), the total is \(quote.total.minorUnits)"
                )
            }
            let before = state.totals[basket] ?? quote.total
            state.totals[basket] = before
            if before != quote.total {
                state.broken.append(
                    "basket \(basket) cost \(before.minorUnits), then \(quote.total.minorUnits)")
            }
        }
    }

    func brokenInvariants() async -> [String] { state.withLock { $0.broken } }

    var services: [ShopConnections] { [pricing] }

    var messageBytes: MessageBytes? { state.withLock { $0.bytes } }
}
