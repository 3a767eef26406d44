import Contracts
import WireProtocol

extension QuoteSteps {
    /// The unit price of the tier that the sku's total over all lines reaches, times the line's quantity.
    @Sendable static func addBasePrice(_ draft: inout QuoteDraft) throws(Fault) {
        try draft.onEachLine { line, source, draft throws(FieldProblem) in
            let tier =
                source.price.tiers.isEmpty ? nil : source.price.tier(for: draft.quantity(of: source.entry))
            line.unitPrice = tier?.unitPrice ?? source.price.unitPrice
            line.total = try line.unitPrice.times(line.quantity.value)
            guard draft.explains else { return }
            let text = basePriceText(line, tier, draft.quote.currency)
            line.why?.append(Why(what: text, before: .zero, after: line.total))
        }
    }

    private static func basePriceText(_ line: QuoteLine, _ tier: PriceTier?, _ currency: Currency) -> String {
        let price = "\(line.quantity.value) × \(line.unitPrice.decimal(currency))"
        return tier.map { "\(price), the price from \($0.minQuantity.value) on" } ?? price
    }
}

extension QuoteDraft {
    /// A sku's quantity over all its lines. It cannot overflow: each of at most 200 is within 2⁵³.
    fileprivate func quantity(of entry: PriceBookEntry) -> Int64 {
        var sum: Int64 = 0
        for index in sources.indices where sources[index].entry === entry {
            sum += quote.lines[index].quantity.value
        }
        return sum
    }
}
