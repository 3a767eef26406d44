import Contracts
import WireProtocol

extension Shop {
    /// How long a question may take whose answer only makes another one clearer.
    static let asideMilliseconds = 1000

    /// What a basket costs, and which of its products the catalog does not have: none where it does not tell in good
    /// time, as nobody needs it to buy.
    func quote(_ basket: QuoteBasket) async throws(GatewayError) -> (quote: Answered<Quote>, unlisted: [Sku])
    {
        async let listed = products(Set(basket.lines.map(\.sku)))
        do throws(GatewayError) {
            let quote = try await call(basket)
            return (quote, await listed?.missing ?? [])
        } catch {
            guard error.isOfUnknownSku, let products = await listed?.products else { throw error }
            throw error.namingMissingOffers(of: products.map(\.sku))
        }
    }

    private func products(_ skus: Set<Sku>) async -> GetProducts.Reply? {
        let request = GetProducts(skus: skus.sorted { $0.text < $1.text })
        return try? await part(request, withinMilliseconds: Self.asideMilliseconds).get().value
    }

    /// To pricing a product without an offer is none. Where the catalog has it, that is what is told.
    func namingMissingOffers(_ error: GatewayError, of skus: [Sku]) async -> GatewayError {
        guard error.isOfUnknownSku, let found = await products(Set(skus)) else { return error }
        return error.namingMissingOffers(of: found.products.map(\.sku))
    }
}

extension GatewayError {
    fileprivate var isOfUnknownSku: Bool {
        guard let failure, failure.service == .pricing, case .fault(let fault) = failure.reason else {
            return false
        }
        return fault.details.contains { $0.code == "unknown_sku" }
    }

    fileprivate func namingMissingOffers(of skus: [Sku]) -> GatewayError {
        guard case .fault(let fault)? = failure?.reason, !skus.isEmpty else { return self }
        return .refusal(by: .pricing, fault.namingMissingOffers(of: skus))
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
