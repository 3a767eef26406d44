import Contracts
import WireProtocol

extension QuoteSteps {
    /// The place of line promotions: after the options, on each line's amount so far. The shop has none.
    @Sendable static func applyLinePromotions(_ draft: inout QuoteDraft) throws(Fault) {}

    /// The place of order promotions: on the lines as their own promotions left them. The shop has none, so a
    /// coupon is one that nobody knows.
    @Sendable static func applyOrderPromotions(_ draft: inout QuoteDraft) throws(Fault) {
        draft.quote.rejectedCoupons = draft.terms.coupons.map { RejectedCoupon(code: $0, reason: "unknown") }
    }
}
