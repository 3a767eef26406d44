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
        do throws(SQLiteError) { try self.init(whole: row) } catch {
            throw .unreadable("an offer", in: "offer", row: try row.integer(0), error.message)
        }
    }

    private init(whole row: borrowing Row) throws(SQLiteError) {
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
        do throws(Fault) { return try decoded() } catch {
            throw SQLiteError.unreadable("the offer of \(sku)", in: "offer", row: row, error.message)
        }
    }

    private func decoded() throws(Fault) -> OfferDefinition {
        guard let sku = Sku(sku) else { throw .unreadable("\(sku) is no sku") }
        var periods: [PricePeriod] = []
        for price in prices { periods.append(try price.period()) }
        var groups: [OptionGroup<DefinedChoice>]?
        if let options { groups = try WireCoding().decode(from: options) }
        return OfferDefinition(
            sku: sku, prices: periods,
            quantity: quantity.map {
                QuantityRule(min: Quantity($0.min), max: Quantity($0.max), step: Quantity($0.step))
            },
            options: groups, taxCategory: taxCategory, content: content)
    }
}

extension Fault {
    /// Told by the row that it was found in.
    fileprivate static func unreadable(_ message: String) -> Fault {
        Fault(.internal, code: "internal", message: message)
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

    /// - Parameter row: of the columns in `OfferRows.priceColumns`.
    init(_ row: borrowing Row) throws(SQLiteError) {
        do throws(SQLiteError) { try self.init(whole: row) } catch {
            throw .unreadable("a price", in: "price", row: try row.integer(6), error.message)
        }
    }

    private init(whole row: borrowing Row) throws(SQLiteError) {
        offer = try row.integer(0)
        currency = try row.text(1)
        unitPrice = try row.integer(2)
        from = try row.integerOrNil(3)
        until = try row.integerOrNil(4)
        tiers = try row.blobOrNil(5)
    }

    func period() throws(Fault) -> PricePeriod {
        guard let known = Currency(currency) else { throw .unreadable("\(currency) is no currency") }
        var steps: [PriceTier]?
        if let tiers { steps = try WireCoding().decode(from: tiers) }
        return PricePeriod(
            currency: known, unitPrice: Amount(unitPrice), tiers: steps,
            from: from.map { .instant(Timestamp(milliseconds: $0)) },
            until: until.map { .instant(Timestamp(milliseconds: $0)) })
    }
}

/// What was to be written cannot be.
struct UnwritableOffer: Error {
    let sku: String
    let what: String
}
