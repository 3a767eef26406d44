import Contracts
import WireProtocol

/// How skus sell and how many there are, asked of pricing and checkout side by side.
struct Selling: Sendable {
    let currency: Currency
    let offers: Part<GetOffers.Reply>
    let stock: Part<StockLevels>
    let waitedMilliseconds: Int
    /// What the catalog has heard of both, for when they are away themselves.
    var heard: [Sku: SearchHit] = [:]

    /// The services whose part is missing.
    var missingServices: [String] { failures.map(\.service.name) }

    private var failures: [ServiceFailure] { [offers.failure, stock.failure].compactMap(\.self) }

    func offer(_ sku: Sku) -> Offer? { offers.value?.offers.first { $0.sku == sku } }
    func level(_ sku: Sku) -> StockLevel? { stock.value?.levels.first { $0.sku == sku } }

    /// The price of one; `-` without a price in this currency. When pricing is away, what the catalog has heard, or `?`.
    func price(_ sku: Sku) -> String {
        guard offers.value != nil else { return heard[sku]?.price?.decimal(currency) ?? "?" }
        return offer(sku)?.unitPrice.decimal(currency) ?? "-"
    }

    /// How many can be bought. When checkout is away, what the catalog has heard, or `?`.
    func available(_ sku: Sku) -> String {
        guard stock.value != nil else { return heardAvailable(sku) ?? "?" }
        guard let level = level(sku) else { return "?" }
        return level.tracked ? String(level.available.value) : "made to order"
    }

    private func heardAvailable(_ sku: Sku) -> String? {
        guard let hit = heard[sku] else { return nil }
        return hit.tracked == false ? "made to order" : hit.available.map { String($0.value) }
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
            let (name, pronoun, isHeard) =
                failure.service == .pricing
                ? ("prices", "them", heard.values.contains { $0.price != nil })
                : ("stock", "it", heard.values.contains { $0.available != nil || $0.tracked == false })
            let what = isHeard ? "\(name) as the catalog heard \(pronoun)\(age)" : "no \(name)"
            return
                "\(what), \(failure.service.name) \(failure.phrase(waitedMilliseconds: waitedMilliseconds))"
        }
        return style.warning("partial: \(reasons.joined(separator: "; "))") + "\n"
    }

    /// How long ago the catalog heard, as it counts itself: clocks differ, and are set; nothing when it does not say.
    private var age: String {
        guard let age = heard.values.compactMap(\.ageMilliseconds?.value).max() else { return "" }
        let seconds = age / 1000
        switch seconds {
        case ..<120: return " \(seconds) s ago"
        case ..<7200: return " \(seconds / 60) min ago"
        default: return " \(seconds / 3600) h ago"
        }
    }
}

extension Shop {
    func selling(_ skus: [Sku]) async -> Result<Selling, GatewayError> {
        // Rows are worth showing without: nobody waits for the dead as long as for the whole command.
        let patience =
            settings.timeoutMilliseconds == nil ? Self.asideMilliseconds : deadline.allowedMilliseconds
        async let asked = part(
            GetOffers(skus: skus, currency: settings.currency), withinMilliseconds: patience)
        async let counted = part(GetStock(skus: skus), withinMilliseconds: patience)
        do throws(GatewayError) {
            return .success(
                Selling(
                    currency: settings.currency, offers: try await asked.get(),
                    stock: try await counted.get(),
                    waitedMilliseconds: patience))
        } catch {
            return .failure(error)
        }
    }
}
