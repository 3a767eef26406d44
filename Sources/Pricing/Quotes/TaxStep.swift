import Contracts
import WireProtocol

extension QuoteSteps {
    /// The place of tax: on the discounted lines and on shipping. No rate of the policy applies, so it is 0.
    @Sendable static func addTax(_ draft: inout QuoteDraft) throws(Fault) {
        guard let terms = draft.explanation else { return }
        try draft.onEachLine { line, sources, index in
            let text = "no tax rate for \(sources[index].entry.taxCategory) in \(terms.country)"
            line.why?.append(Why(what: text, before: line.total, after: line.total))
        }
    }
}
