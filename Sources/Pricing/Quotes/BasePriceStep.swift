import Contracts
import WireProtocol

extension QuoteSteps {
    /// The unit price of the tier that the sku's total over all lines reaches, times the line's quantity.
    @Sendable static func addBasePrice(_ draft: inout QuoteDraft) throws(Fault) {
        let explanation = draft.explanation
        try draft.onEachLine { line, sources, index throws(FieldProblem) in
            let tier = tier(of: index, in: sources)
            line.unitPrice = tier?.unitPrice ?? sources[index].price.unitPrice
            line.total = try line.unitPrice.times(sources[index].quantity)
            guard let terms = explanation else { return }
            let text = basePriceText(line, tier, terms.currency)
            line.why?.append(Why(what: text, before: .zero, after: line.total))
        }
    }

    private static func tier(of index: Int, in sources: [LineSource]) -> PriceTier? {
        if sources[index].price.tiers.isEmpty { return nil }
        return sources[index].price.tier(for: total(of: sources[index].entry, in: sources))
    }

    /// A sku's quantity over all its lines. It cannot overflow: each of at most 200 is within 2⁵³.
    private static func total(of entry: PriceBookEntry, in sources: [LineSource]) -> Int64 {
        sources.reduce(0) { $1.entry === entry ? $0 + $1.quantity : $0 }
    }

    private static func basePriceText(_ line: QuoteLine, _ tier: PriceTier?, _ currency: Currency) -> String {
        let price = "\(line.quantity.value) × \(line.unitPrice.decimal(currency))"
        return tier.map { "\(price), the price from \($0.minQuantity.value) on" } ?? price
    }
}
