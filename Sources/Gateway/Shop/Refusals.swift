import Contracts
import WireProtocol

/// What the gateway itself refuses, from what a service told it.
extension Fault {
    static func keyOfAnotherOrder(_ order: Order, key: String, _ differences: [String]) -> Fault {
        Fault(
            .aborted, code: "key_of_another_order",
            message: "order \(order.number) was placed with --key \(key) and has another "
                + "\(differences.joined(separator: " and another ")): "
                + "`gateway order-status --key \(shellWord(key))` shows it")
    }

    static func rejectedCoupons(_ coupons: [RejectedCoupon]) -> Fault {
        let reasons = coupons.map { "coupon \($0.code) does not apply: \($0.reason)" }
        return Fault(
            .failedPrecondition, code: "coupon_rejected", message: reasons.joined(separator: "; "))
    }

    /// Of what pricing sells and the catalog does not know.
    static func noProducts(_ skus: [Sku]) -> Fault {
        let details = skus.map { sku in
            Detail(
                field: "", code: "no_product",
                message: "the catalog has no product \(sku): it is not for sale",
                facts: ["sku": .text(sku.text)])
        }
        return Fault(
            .failedPrecondition, code: "no_product", message: details.map(\.message).joined(separator: "; "),
            details: details)
    }

    static let sealKeysDiffer = Fault(
        .failedPrecondition, code: "seal_keys_differ",
        message: "checkout cannot open the quote that pricing has just sealed: their seal keys differ")

    static func unknownProducts(_ skus: [Sku], _ hint: String = "") -> Fault {
        let details = skus.map { sku in
            Detail(
                field: "", code: "unknown_sku", message: "no product \(sku)\(hint)",
                facts: ["sku": .text(sku.text)])
        }
        return Fault(
            .notFound, code: "unknown_sku", message: details.map(\.message).joined(separator: "; "),
            details: details)
    }
}

extension GatewayError {
    static func refusal(by service: Service, _ fault: Fault) -> GatewayError {
        .service(ServiceFailure(service: service, reason: .fault(fault)), waitedMilliseconds: 0)
    }
}
