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
        var choices: [Sku: [String: [String]]] = [:]
        var totals: [Int: Amount] = [:]
        var broken: [String] = []
        var bytes: MessageBytes?
    }

    init(_ pricing: ShopConnections, mix: BasketMix, currency: Currency) {
        self.pricing = pricing
        self.mix = mix
        self.currency = currency
    }

    /// Learns which choices the offers demand.
    func prepare() async throws {
        let reply = try await pricing.call(GetOffers(skus: mix.skus, currency: currency))
        let choices = reply.offers.compactMap { offer in
            Self.requiredChoices(of: offer).map { (offer.sku, $0) }
        }
        let known = Dictionary(choices, uniquingKeysWith: { first, _ in first })
        state.withLock { $0.choices = known }
        let request = mix.basket(0, currency: currency, choices: known)
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
        let choices = state.withLock { $0.choices }
        do throws(CallError) {
            check(
                try await pricing.call(mix.basket(number, currency: currency, choices: choices)),
                basket: number % 1024)
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
            if let before = state.totals.updateValue(quote.total, forKey: basket), before != quote.total {
                state.broken.append(
                    "basket \(basket) cost \(before.minorUnits), then \(quote.total.minorUnits)")
            }
        }
    }

    func brokenInvariants() async -> [String] { state.withLock { $0.broken } }

    var messageBytes: MessageBytes? { state.withLock { $0.bytes } }
}
