import Contracts
import WireProtocol

/// One rule of pricing, applied to all lines before the next one starts.
struct QuoteStep: Sendable {
    let name: String
    let apply: @Sendable (inout QuoteDraft) throws(Fault) -> Void
}

/// The steps of a quote in the order that decides what each of them sees.
enum QuoteSteps {
    static let inOrder: [QuoteStep] = [
        QuoteStep(name: "base price", apply: addBasePrice),
        QuoteStep(name: "options", apply: addOptions),
        QuoteStep(name: "line promotions", apply: applyLinePromotions),
        QuoteStep(name: "order promotions", apply: applyOrderPromotions),
        QuoteStep(name: "shipping", apply: addShipping),
        QuoteStep(name: "tax", apply: addTax),
        QuoteStep(name: "total", apply: addUp),
    ]
}
