import Contracts
import TextLayout
import WireProtocol

/// The lines and sums that a quote and an order have in common.
enum BasketTables {
    static func lines(_ lines: [QuoteLine], _ currency: Currency, _ style: Style) -> String {
        var table = Table([
            .text("SKU"), .number("QUANTITY"), .text("OPTIONS"), .number("PRICE"), .number("SURCHARGE"),
            .number("DISCOUNT"), .number("TAX"), .number("TOTAL"), .text("NOTE"),
        ])
        for line in lines {
            table.add([
                line.sku.text, String(line.quantity.value), BasketLineText.options(line.options),
                line.unitPrice.decimal(currency), unlessZero(line.surcharge, currency),
                unlessZero(line.discount, currency), unlessZero(line.tax, currency),
                line.total.decimal(currency), line.note ?? "",
            ])
        }
        return table.text(style)
    }

    static func unlessZero(_ amount: Amount, _ currency: Currency) -> String {
        amount == .zero ? "" : amount.decimal(currency)
    }

    /// Subtotal to total, without the steps that changed nothing.
    static func sums(_ sums: Sums, _ style: Style) -> String {
        let currency = sums.currency
        var rows: [(String, String)] = []
        func add(_ name: String, _ amount: Amount) {
            if amount != .zero { rows.append((name, amount.decimal(currency))) }
        }
        add("discount", Amount(-sums.discount.minorUnits))
        add("shipping", sums.shipping)
        for tax in sums.taxes { add("\(SafeText.line(tax.name)) \(percent(tax.ratePpm.value))", tax.tax) }
        if sums.taxes.isEmpty { add("tax", sums.tax) }
        if !rows.isEmpty { rows.insert(("subtotal", sums.subtotal.decimal(currency)), at: 0) }
        rows.append(("total", sums.total.decimal(currency)))
        let nameWidth = rows.map(\.0.displayWidth).max() ?? 0
        let valueWidth = rows.map(\.1.displayWidth).max() ?? 0
        return rows.map { name, value in
            let space = nameWidth - name.displayWidth + 2 + valueWidth - value.displayWidth
            let unit = name == "total" ? " \(currency)" : ""
            return style.heading(name) + String(repeating: " ", count: space) + value + unit + "\n"
        }.joined()
    }

    /// Parts per million as a percentage: 82,500 is `8.25%`.
    static func percent(_ partsPerMillion: Int64) -> String {
        let fraction = String(partsPerMillion.magnitude % 10_000 + 10_000).dropFirst()
        var digits = String(fraction)
        while digits.last == "0" { digits.removeLast() }
        let sign = partsPerMillion < 0 ? "-" : ""
        return "\(sign)\(partsPerMillion.magnitude / 10_000)" + (digits.isEmpty ? "" : ".\(digits)") + "%"
    }
}

/// The sums of a quote or an order.
struct Sums {
    var currency: Currency
    var subtotal: Amount
    var discount: Amount
    var shipping: Amount
    var tax: Amount
    var taxes: [TaxSum]
    var total: Amount
}
