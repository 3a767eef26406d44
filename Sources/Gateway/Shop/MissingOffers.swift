import Contracts
import WireProtocol

extension Shop {
    /// How long a question may take whose answer only makes another one clearer.
    static let asideMilliseconds = 1000

    /// What a basket costs.
    func quote(_ basket: QuoteBasket) async throws(GatewayError) -> Answered<Quote> {
        do throws(GatewayError) {
            return try await call(basket)
        } catch {
            throw await namingMissingOffers(error, of: basket.lines.map(\.sku))
        }
    }

    /// To pricing a product without an offer is none. Where the catalog has it, that is what is told.
    func namingMissingOffers(_ error: GatewayError, of skus: [Sku]) async -> GatewayError {
        guard let failure = error.failure, failure.service == .pricing,
            case .fault(let fault) = failure.reason,
            fault.details.contains(where: { $0.code == "unknown_sku" }),
            case .success(.known(let found)) = await part(
                GetProducts(skus: skus), withinMilliseconds: Self.asideMilliseconds),
            !found.products.isEmpty
        else { return error }
        return .refusal(by: .pricing, fault.namingMissingOffers(of: found.products.map(\.sku)))
    }
}

extension Fault {
    fileprivate func namingMissingOffers(of skus: [Sku]) -> Fault {
        var fault = self
        fault.details = details.map { detail in
            guard detail.code == "unknown_sku", let sku = skus.first(where: detail.isAbout) else {
                return detail
            }
            return Detail(
                field: detail.field, code: "no_offer", message: "\(sku) has no offer yet", facts: detail.facts
            )
        }
        guard let first = fault.details.first, first.code == "no_offer" else { return fault }
        fault.code = first.code
        fault.message = "\(first.field): \(first.message)"
        return fault
    }
}

extension Fault.Detail {
    fileprivate func isAbout(_ sku: Sku) -> Bool { facts["sku"] == .text(sku.text) }
}
