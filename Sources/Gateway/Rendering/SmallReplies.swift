import Contracts
import WireProtocol

extension StockLevels: Shown {
    func text(_ style: Style) -> String {
        var table = Table([
            .text("SKU"), .number("ON HAND"), .number("RESERVED"), .number("AVAILABLE"), .text(""),
        ])
        for level in levels {
            let numbers = [level.onHand, level.reserved, level.available].map { String($0.value) }
            table.add(
                [level.sku.text] + (level.tracked ? numbers + [""] : ["-", "-", "-", "made to order"]))
        }
        return table.text(style)
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
