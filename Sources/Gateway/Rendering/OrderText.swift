import Contracts
import WireProtocol

extension Order: Shown {
    func text(_ style: Style) -> String {
        var facts = FactList()
        facts.add("order", "\(number), \(status.rawValue)")
        facts.add("id", id)
        facts.add("placed", placedAt.rfc3339)
        facts.add("buyer", [customer.name, customer.email].compactMap(\.self).joined(separator: ", "))
        facts.add("to", address.line)
        facts.add("payment", payment.sentence(currency))
        let sums = Sums(
            currency: currency, subtotal: subtotal, discount: discount, shipping: shipping, tax: tax,
            taxes: taxes, total: total)
        return facts.text(style) + "\n" + BasketTables.lines(lines, currency, style) + "\n"
            + BasketTables.sums(sums, style) + timelineText(style)
    }

    private func timelineText(_ style: Style) -> String {
        guard timeline.count > 1 else { return "" }
        var table = Table([.text("WHEN"), .text("WHAT"), .text("NOTE")])
        for entry in timeline { table.add([entry.at.rfc3339, entry.event, entry.note ?? ""]) }
        return "\n" + table.text(style)
    }
}

extension Address {
    fileprivate var line: String {
        let place = [city, region, postalCode].compactMap(\.self).joined(separator: " ")
        return "\(street), \(place), \(country)"
    }
}

extension Payment {
    fileprivate func sentence(_ currency: Currency) -> String {
        let sums = [("authorised", authorised), ("captured", captured), ("refunded", refunded)]
            .filter { $0.1 != .zero }
            .map { "\($0.0) \($0.1.decimal(currency))" }
        return (["\(method), \(status.rawValue)"] + sums).joined(separator: ", ")
    }
}

extension ListOrders.Reply: Shown {
    func text(_ style: Style) -> String {
        guard !orders.isEmpty else { return "no orders\n" }
        var table = Table([
            .text("NUMBER"), .text("STATUS"), .text("PLACED"), .text("BUYER"), .number("LINES"),
            .number("TOTAL"),
            .text("CURRENCY"), .text("ID"),
        ])
        for order in orders {
            table.add([
                order.number, order.status.rawValue, order.placedAt.rfc3339, order.customer.name,
                String(order.lines.count), order.total.decimal(order.currency), order.currency.code, order.id,
            ])
        }
        let nextPage =
            next.map { "\nnext page: repeat with --cursor \(shellWord(SafeText.line($0)))\n" } ?? ""
        return table.text(style) + nextPage
    }
}
