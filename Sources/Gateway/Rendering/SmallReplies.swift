import Contracts
import WireProtocol

extension StockLevels: Shown {
    func text(_ style: Style) -> String { StockAnswer(levels: levels, json: []).text(style) }
}

/// Levels of stock, with the names of the products where the catalog tells them.
struct StockAnswer: Answer {
    var levels: [StockLevel]
    var names: [Sku: String] = [:]
    var next: String?
    var json: [UInt8]

    func text(_ style: Style) -> String {
        guard !levels.isEmpty else { return "nothing of which there is so little\n" }
        var table = Table([
            .text("SKU"), .text("NAME"), .number("ON HAND"), .number("RESERVED"), .number("AVAILABLE"),
        ])
        for level in levels {
            let numbers = [level.onHand, level.reserved, level.available].map { String($0.value) }
            table.add(
                [level.sku.text, names[level.sku] ?? ""]
                    + (level.tracked ? numbers : ["-", "-", "made to order"]))
        }
        let nextPage =
            next.map { "\nnext page: repeat with --cursor \(shellWord(SafeText.line($0)))\n" } ?? ""
        return table.text(style) + nextPage
    }
}

extension OfferDefinition: Shown {
    func text(_ style: Style) -> String {
        var table = Table([
            .text("SKU"), .number("PRICE"), .whole("CURRENCY"), .whole("FROM"), .whole("UNTIL"),
            .text("TIERS"),
        ])
        for price in prices {
            let tiers = (price.tiers ?? []).map {
                "\($0.minQuantity.value): \($0.unitPrice.decimal(price.currency))"
            }
            table.add([
                sku.text, price.unitPrice.decimal(price.currency), price.currency.code,
                price.from.map(style.zone.text) ?? "-", price.until.map(style.zone.text) ?? "-",
                tiers.joined(separator: ", "),
            ])
        }
        return table.text(style)
    }
}

extension ChangeCounts: Shown {
    func text(_ style: Style) -> String { "\(created) created, \(updated) updated, \(unchanged) unchanged\n" }
}

extension Zone {
    /// A day of the shop's calendar stays what it is.
    fileprivate func text(_ bound: ValidityBound) -> String {
        switch bound {
        case .instant(let instant): text(instant)
        case .day: bound.text
        }
    }
}
