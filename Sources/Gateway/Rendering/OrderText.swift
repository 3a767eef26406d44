import Contracts
import WireProtocol

extension Order: Shown {
    func text(_ style: Style) -> String {
        var facts = FactList()
        facts.add("order", "\(number), \(status.rawValue)")
        facts.add("id", id)
        facts.add("placed", style.zone.fullText(placedAt))
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
        var table = Table([.whole("WHEN"), .text("WHAT"), .text("NOTE")])
        for entry in timeline { table.add([style.zone.text(entry.at), entry.event, entry.note ?? ""]) }
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
        let nextPage =
            next.map { "\nnext page: repeat with --cursor \(shellWord(SafeText.line($0)))\n" } ?? ""
        guard !orders.isEmpty else { return (next == nil ? "no orders\n" : "no orders so far\n") + nextPage }
        var table = Table([
            .whole("NUMBER"), .whole("STATUS"), .whole("PLACED"), .text("BUYER"),
            .number("LINES", dispensability: 2), .number("TOTAL"), .whole("CURRENCY"),
            .whole("ID", dispensability: 1),
        ])
        for order in orders {
            table.add([
                order.number, order.status.rawValue, style.zone.text(order.placedAt), order.customer.name,
                String(order.lines.count), order.total.decimal(order.currency), order.currency.code, order.id,
            ])
        }
        return table.text(style) + nextPage
    }
}
