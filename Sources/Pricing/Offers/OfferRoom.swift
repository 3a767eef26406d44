import Contracts
import WireProtocol

extension OfferDefinition {
    /// Refuses an offer that could not be put back as it is read.
    func requireRoom() throws(Fault) {
        let most = Bounds.prices.upperBound
        guard prices.count > most else { return }
        throw Fault(
            .failedPrecondition, code: "too_many_prices",
            message: "\(sku) would have \(prices.count) prices that are not over: \(most) are possible",
            details: [
                Fault.Detail(
                    field: "sku", code: "too_many_prices", message: "has too many prices planned",
                    facts: ["sku": .text(sku.text), "max": .number(Int64(most))])
            ])
    }
}
