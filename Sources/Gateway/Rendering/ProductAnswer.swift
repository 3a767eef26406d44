import Contracts
import WireProtocol

/// A product with its offer and stock.
struct ProductAnswer: Answer {
    var product: Product
    var selling: Selling

    func text(_ style: Style) -> String {
        var facts = FactList()
        facts.add("sku", product.sku.text)
        facts.add("name", product.name)
        facts.add("category", product.category)
        facts.add("unit", product.unit)
        facts.add("seller", product.seller.map(Self.seller))
        facts.add("rating", product.rating.map { "\($0) of 5" })
        facts.add("color", product.color)
        facts.add("tags", product.tags.isEmpty ? nil : product.tags.joined(separator: ", "))
        facts.add("image", product.image)
        facts.add("price", price(style))
        addOffer(to: &facts)
        facts.add("stock", selling.available(product.sku))
        facts.add("about", product.description.isEmpty ? nil : product.description)
        return facts.text(style) + options(style) + selling.partialNote(style)
    }

    private static func seller(_ seller: Seller) -> String {
        seller.occupation.map { "\(seller.name), \($0)" } ?? seller.name
    }

    private func price(_ style: Style) -> String {
        let price = selling.price(product.sku)
        guard let offer = selling.offer(product.sku) else { return price }
        let measure = selling.measure(product.sku)
        let until = offer.until.map { " until \(style.zone.fullText($0))" } ?? ""
        return "\(price) \(selling.currency)" + (measure.isEmpty ? "" : " (\(measure))") + until
    }

    private func addOffer(to facts: inout FactList) {
        guard let offer = selling.offer(product.sku) else { return }
        for tier in offer.tiers {
            facts.add("from \(tier.minQuantity.value)", "\(tier.unitPrice.decimal(selling.currency)) each")
        }
        let rule = offer.quantity
        let step = rule.step > 1 ? " in steps of \(rule.step.value)" : ""
        facts.add("quantity", "\(rule.min.value) to \(rule.max.value)\(step)")
    }

    private func options(_ style: Style) -> String {
        guard let offer = selling.offer(product.sku), !offer.options.isEmpty else { return "" }
        var table = Table([
            .text("OPTION"), .text("CHOICE"), .text("NAME"), .number("SURCHARGE"), .text("RULE"),
        ])
        for group in offer.options {
            for choice in group.choices {
                let rule =
                    "\(group.required ? "required" : "optional"), \(group.multiple ? "any of" : "one of")"
                let per = choice.per == .line ? "once per line" : "per unit"
                table.add([
                    group.id, choice.id, choice.name, "+\(choice.surcharge.decimal(selling.currency))",
                    "\(per); \(rule)",
                ])
            }
        }
        return "\n" + table.text(style)
    }

    var json: [UInt8] {
        Self.encoded(
            JoinedProduct(
                currency: selling.currency, product: product, offer: selling.offer(product.sku),
                stock: selling.level(product.sku), partial: selling.missingServices))
    }
}

/// A product of `catalog.get` with its `offer` and `stock`; `partial` names the services that are missing.
private struct JoinedProduct: Encodable {
    var currency: Currency
    var product: Product
    var offer: Offer?
    var stock: StockLevel?
    var partial: [String]
}
