import Contracts
import SQLite
import WireProtocol

/// One row of `offer` with its rows of `price`.
struct StoredOffer {
    let row: Int64
    var prices: [StoredPrice] = []
    private let sku: String
    private let quantity: (min: Int64, max: Int64, step: Int64)?
    private let taxCategory: String?
    private let content: UnitContent?
    private let options: [UInt8]?

    init(_ row: borrowing Row) throws(SQLiteError) {
        self.row = try row.integer(0)
        sku = try row.text(1)
        if let min = try row.integerOrNil(2) {
            quantity = (min, try row.integer(3), try row.integer(4))
        } else {
            quantity = nil
        }
        taxCategory = try row.textOrNil(5)
        if let amount = try row.integerOrNil(6) {
            content = UnitContent(quantity: WireInteger(amount), measure: try row.text(7))
        } else {
            content = nil
        }
        options = try row.blobOrNil(8)
    }

    func definition() throws -> OfferDefinition {
        guard let sku = Sku(sku) else { throw UnreadableOffer(sku: sku, what: "sku") }
        return OfferDefinition(
            sku: sku, prices: try prices.map { try $0.period(of: sku) },
            quantity: quantity.map {
                QuantityRule(min: Quantity($0.min), max: Quantity($0.max), step: Quantity($0.step))
            },
            options: try options.map { try WireCoding().decode(from: $0) },
            taxCategory: taxCategory, content: content)
    }
}

/// One row of `price`.
struct StoredPrice {
    let offer: Int64
    private let currency: String
    private let unitPrice: Int64
    private let from: Int64?
    private let until: Int64?
    private let tiers: [UInt8]?

    init(_ row: borrowing Row) throws(SQLiteError) {
        offer = try row.integer(0)
        currency = try row.text(1)
        unitPrice = try row.integer(2)
        from = try row.integerOrNil(3)
        until = try row.integerOrNil(4)
        tiers = try row.blobOrNil(5)
    }

    func period(of sku: Sku) throws -> PricePeriod {
        guard let currency = Currency(currency) else {
            throw UnreadableOffer(sku: sku.text, what: "currency \(currency)")
        }
        return PricePeriod(
            currency: currency, unitPrice: Amount(unitPrice),
            tiers: try tiers.map { try WireCoding().decode(from: $0) },
            from: from.map { .instant(Timestamp(milliseconds: $0)) },
            until: until.map { .instant(Timestamp(milliseconds: $0)) })
    }
}

/// A row that no release of this program has written.
struct UnreadableOffer: Error {
    let sku: String
    let what: String
}
