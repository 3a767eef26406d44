import Contracts

extension Order {
    /// In what this order is not what is asked for; empty when it is the same purchase, typed once more.
    ///
    /// Coupons and the payment's token are not kept with an order, so they cannot differ.
    func differences(
        from basket: QuoteBasket, _ customer: Customer, _ address: Address, _ payment: PaymentChoice
    ) -> [String] {
        let checks = [
            (
                "lines",
                Self.counts(lines.map(PurchasedLine.init))
                    == Self.counts(basket.lines.map(PurchasedLine.init))
            ),
            ("currency", currency == basket.currency),
            ("buyer", self.customer.words == customer.words),
            ("address", self.address.words == address.words),
            ("payment", self.payment.method == payment.method),
        ]
        return checks.filter { !$0.1 }.map(\.0)
    }

    /// The order in which lines were typed does not matter.
    private static func counts(_ lines: [PurchasedLine]) -> [PurchasedLine: Int] {
        lines.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}

/// A line without what it costs.
private struct PurchasedLine: Hashable {
    let sku: Sku
    let quantity: Int64
    let options: [String: [String]]
    let note: String

    init(_ line: QuoteLine) {
        self.init(line.sku, line.quantity.value, line.options, line.note)
    }

    init(_ line: BasketLine) {
        self.init(line.sku, line.quantity.value, line.options, line.note)
    }

    private init(_ sku: Sku, _ quantity: Int64, _ options: [String: [String]]?, _ note: String?) {
        self.sku = sku
        self.quantity = quantity
        self.options = (options ?? [:]).mapValues { $0.sorted() }
        self.note = note ?? ""
    }
}

extension Customer {
    fileprivate var words: [[Substring]] { [name, email].map(Gateway.words) }
}

extension Address {
    fileprivate var words: [[Substring]] { [street, city, region, postalCode, country].map(Gateway.words) }
}

/// Checkout trims what it is given, and a blank field is the same as none.
private func words(_ text: String?) -> [Substring] { (text ?? "").split(whereSeparator: \.isWhitespace) }
