import Contracts
import WireProtocol

/// A page of products, joined with what pricing and checkout say of them.
struct SearchAnswer: Answer {
    var found: SearchProducts.Reply
    /// Absent when nothing was found.
    var selling: Selling?

    func text(_ style: Style) -> String {
        guard let selling else { return "nothing found\n" + cutShort }
        var table = Table([
            .text("SKU"), .text("NAME"), .number("PRICE"), .text("UNIT", dispensability: 2),
            .number("PER", dispensability: 1), .number("STOCK"),
        ])
        for item in found.items {
            let sku = item.product.sku
            table.add([
                sku.text, item.product.name, selling.price(sku), item.product.unit, selling.measure(sku),
                selling.available(sku),
            ])
        }
        return table.text(style) + "\n" + summary(selling) + cutShort + selling.partialNote(style)
    }

    private var cutShort: String {
        guard found.partial == true else { return "" }
        return "partial: the catalog could not look at everything, so more may match; try other words\n"
    }

    private func summary(_ selling: Selling) -> String {
        let isSimilar = found.items.contains { $0.match == .similar }
        let similar = isSimilar ? "nothing matches to the letter; these are similar\n" : ""
        let next =
            found.next.map { "next page: repeat with --cursor \(shellWord(SafeText.line($0)))\n" } ?? ""
        return similar + "\(found.items.count) of \(found.total), prices in \(selling.currency)\n" + next
    }

    private var partial: [String] {
        (found.partial == true ? [Service.catalog.name] : []) + (selling?.missingServices ?? [])
    }

    var json: [UInt8] {
        let items = found.items.map { item in
            JoinedSearch.Item(
                product: item.product, match: item.match, price: item.price, available: item.available,
                tracked: item.tracked, asOf: item.asOf, ageMilliseconds: item.ageMilliseconds,
                offer: selling?.offer(item.product.sku),
                stock: selling?.level(item.product.sku))
        }
        return Self.encoded(
            JoinedSearch(
                currency: selling?.currency, items: items, facets: found.facets, total: found.total,
                next: found.next, partial: partial))
    }
}

/// `catalog.search`'s reply, each item with its `offer` and `stock`; `partial` names the services whose
/// part is missing or incomplete.
private struct JoinedSearch: Encodable {
    struct Item: Encodable {
        var product: Product
        var match: SearchMatch
        var price: Amount?
        var available: WireInteger?
        var tracked: Bool?
        var asOf: Timestamp?
        var ageMilliseconds: WireInteger?
        var offer: Offer?
        var stock: StockLevel?
    }

    var currency: Currency?
    var items: [Item]
    var facets: SearchFacets
    var total: Int
    var next: String?
    var partial: [String]
}
