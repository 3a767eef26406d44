import Contracts
import WireProtocol

/// How skus sell and how many there are, asked of pricing and checkout side by side.
struct Selling: Sendable {
    let currency: Currency
    let offers: Part<GetOffers.Reply>
    let stock: Part<StockLevels>
    let waitedMilliseconds: Int

    /// The services whose part is missing.
    var missingServices: [String] { failures.map(\.service.rawValue) }

    private var failures: [ServiceFailure] { [offers.failure, stock.failure].compactMap(\.self) }

    func offer(_ sku: Sku) -> Offer? { offers.value?.offers.first { $0.sku == sku } }
    func level(_ sku: Sku) -> StockLevel? { stock.value?.levels.first { $0.sku == sku } }

    /// The price of one; `-` without a price in this currency, `?` when pricing is away.
    func price(_ sku: Sku) -> String {
        guard offers.value != nil else { return "?" }
        return offer(sku)?.unitPrice.decimal(currency) ?? "-"
    }

    /// How many can be bought; `?` when checkout is away.
    func available(_ sku: Sku) -> String {
        guard let level = level(sku) else { return "?" }
        return level.tracked ? String(level.available.value) : "made to order"
    }

    /// The price by measure, `4.80/kg`; empty where the offer has none.
    func measure(_ sku: Sku) -> String {
        guard let measure = offer(sku)?.measure else { return "" }
        return "\(measure.unitPrice.decimal(currency))/\(measure.per)"
    }

    /// A line that says what is missing and why; empty when nothing is.
    func partialNote(_ style: Style) -> String {
        guard !failures.isEmpty else { return "" }
        let reasons = failures.map { failure in
            let what = failure.service == .pricing ? "no prices" : "no stock"
            return
                "\(what), \(failure.service.rawValue) \(failure.phrase(waitedMilliseconds: waitedMilliseconds))"
        }
        return style.warning("partial: \(reasons.joined(separator: "; "))") + "\n"
    }
}

extension Shop {
    func selling(_ skus: [Sku]) async -> Result<Selling, GatewayError> {
        async let asked = part(GetOffers(skus: skus, currency: settings.currency))
        async let counted = part(GetStock(skus: skus))
        do throws(GatewayError) {
            return .success(
                Selling(
                    currency: settings.currency, offers: try await asked.get(),
                    stock: try await counted.get(),
                    waitedMilliseconds: deadline.allowedMilliseconds))
        } catch {
            return .failure(error)
        }
    }
}
