import Contracts
import WireProtocol

/// The ways to pay that this shop accepts.
enum PaymentMethod: String, CaseIterable {
    /// On delivery or by invoice: nothing to authorise.
    case offline

    var opening: Payment {
        switch self {
        case .offline: Payment(method: rawValue, status: .due, authorised: 0, captured: 0, refunded: 0)
        }
    }
}

extension PaymentChoice {
    /// The payment as it stands when the order is placed.
    ///
    /// - Throws: `invalid_request`, naming what is accepted.
    func agreed() throws(Fault) -> Payment {
        if let method = PaymentMethod(rawValue: method) {
            if token != nil { throw .invalid([Self.surplusToken(method)]) }
            return method.opening
        }
        let accepted = PaymentMethod.allCases.map(\.rawValue).joined(separator: ", ")
        let detail = Fault.Detail(
            field: "payment.method", code: "invalid_request", message: "accepted: \(accepted)",
            facts: ["accepted": .text(accepted)])
        throw .invalid([detail])
    }

    /// Whatever it was, a card number perhaps, it is not repeated.
    private static func surplusToken(_ method: PaymentMethod) -> Fault.Detail {
        Fault.Detail(
            field: "payment.token", code: "invalid_request", message: "\(method.rawValue) takes no token")
    }
}
