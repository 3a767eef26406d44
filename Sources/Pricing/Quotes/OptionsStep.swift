import Contracts
import WireProtocol

extension QuoteSteps {
    /// Surcharges per unit times the quantity, surcharges per line once.
    @Sendable static func addOptions(_ draft: inout QuoteDraft) throws(Fault) {
        let explanation = draft.explanation
        try draft.onEachLine { line, sources, index throws(FieldProblem) in
            for choice in sources[index].choices {
                let count = choice.per == .unit ? sources[index].quantity : 1
                let added = try choice.surcharge.times(count)
                let before = line.total
                line.surcharge = try line.surcharge.plus(added)
                line.total = try before.plus(added)
                guard let terms = explanation else { continue }
                let text = surchargeText(choice, count, terms.currency)
                line.why?.append(Why(what: text, before: before, after: line.total))
            }
        }
    }

    private static func surchargeText(
        _ choice: SelectedChoice, _ count: Int64, _ currency: Currency
    ) -> String {
        let surcharge = choice.surcharge.decimal(currency)
        let amount = choice.per == .unit ? "\(count) × \(surcharge)" : "\(surcharge) per line"
        return "\(choice.group) \(choice.id), \(amount)"
    }
}
