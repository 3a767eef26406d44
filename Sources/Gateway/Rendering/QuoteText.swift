import Contracts
import WireProtocol

extension Quote: Shown {
    func text(_ style: Style) -> String {
        var text = BasketTables.lines(lines, currency, style) + "\n"
        text += BasketTables.sums(sums, style)
        text += steps(style)
        for coupon in rejectedCoupons {
            text +=
                style.warning(SafeText.line("coupon \(coupon.code) does not apply: \(coupon.reason)")) + "\n"
        }
        return text + lockFacts(style)
    }

    private var sums: Sums {
        Sums(
            currency: currency, subtotal: subtotal, discount: discount, shipping: shipping, tax: tax,
            taxes: taxes, total: total)
    }

    /// The steps that led to the amounts, where they were asked for.
    private func steps(_ style: Style) -> String {
        var table = Table([.text("STEP"), .text("OF"), .number("BEFORE"), .number("AFTER")])
        var isEmpty = true
        func add(_ steps: [Why]?, of what: String) {
            for step in steps ?? [] {
                table.add([step.what, what, step.before.decimal(currency), step.after.decimal(currency)])
                isEmpty = false
            }
        }
        for line in lines { add(line.why, of: line.sku.text) }
        add(why, of: "order")
        return isEmpty ? "" : "\n" + table.text(style)
    }

    private func lockFacts(_ style: Style) -> String {
        guard let token else { return "" }
        var facts = FactList()
        facts.add("quote", id)
        facts.add("held until", expiresAt.map(style.zone.fullText))
        facts.add("token", token)
        return "\n" + facts.text(style)
    }
}
