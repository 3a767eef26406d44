import Contracts
import WireProtocol

extension QuoteSteps {
    /// The place of the shipping charge: after all discounts, before tax. No charge of the policy applies, so it is 0.
    @Sendable static func addShipping(_ draft: inout QuoteDraft) throws(Fault) {
        guard draft.terms.explains else { return }
        let text = "no shipping charge for \(draft.terms.country)"
        draft.quote.why?.append(Why(what: text, before: .zero, after: .zero))
    }
}
