import Contracts
import WireProtocol

extension QuoteSteps {
    /// Adds up the lines; a sum beyond all bounds names the line at which it went there.
    @Sendable static func addUp(_ draft: inout QuoteDraft) throws(Fault) {
        var subtotal = Amount.zero
        var discount = Amount.zero
        var tax = Amount.zero
        try draft.onEachLine { line, _, _ throws(FieldProblem) in
            subtotal = try subtotal.plus(try line.total.plus(line.discount))
            discount = try discount.plus(line.discount)
            tax = try tax.plus(line.tax)
        }
        draft.quote.subtotal = subtotal
        draft.quote.discount = discount
        do {
            draft.quote.tax = try tax.plus(draft.quote.shippingTax)
            let net = try subtotal.minus(discount).plus(draft.quote.shipping)
            draft.quote.total = draft.quote.taxIncluded ? net : try net.plus(draft.quote.tax)
        } catch {
            throw Fault.invalid([error.detail(at: "lines")])
        }
        guard draft.terms.explains else { return }
        draft.quote.why?.append(Why(what: "total", before: subtotal, after: draft.quote.total))
    }
}
