import Contracts
import SQLite
import WireProtocol

/// Offers as rows of two tables, and back.
struct OfferRows {
    let database: Database

    /// Every offer, in one pass over both tables.
    func all() throws -> [OfferDefinition] {
        var offers = try database.query("SELECT \(OfferRows.offerColumns) FROM offer ORDER BY row") { row in
            try StoredOffer(row)
        }
        let prices = try database.query("SELECT \(OfferRows.priceColumns) FROM price ORDER BY offer, row") {
            try StoredPrice($0)
        }
        var index = 0
        for price in prices {
            while index < offers.count, offers[index].row < price.offer { index += 1 }
            guard index < offers.count, offers[index].row == price.offer else { continue }
            offers[index].prices.append(price)
        }
        return try offers.map { try $0.definition() }
    }

    func offer(_ sku: Sku) throws -> OfferDefinition? {
        let found = try database.first(
            "SELECT \(OfferRows.offerColumns) FROM offer WHERE sku = ?", sku.text
        ) { row in
            try StoredOffer(row)
        }
        guard var offer = found else { return nil }
        offer.prices = try database.query(
            "SELECT \(OfferRows.priceColumns) FROM price WHERE offer = ? ORDER BY row", offer.row
        ) { row in
            try StoredPrice(row)
        }
        return try offer.definition()
    }

    func save(_ offer: OfferDefinition) throws {
        let row = try saveOffer(offer)
        try database.execute("DELETE FROM price WHERE offer = ?", row)
        for period in offer.prices { try insert(period, of: row, into: "price") }
        for (currency, periods) in Dictionary(grouping: offer.prices, by: \.currency) {
            let starts = try periods.map { try milliseconds($0.from) }
            try forgetPast(
                of: row, currency, from: starts.contains(nil) ? nil : starts.compactMap(\.self).min())
        }
    }

    private func insert(_ period: PricePeriod, of row: Int64, into table: String) throws {
        try database.execute(
            """
            INSERT INTO \(table) (offer, currency, unit_price, valid_from, valid_until, tiers)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            row, period.currency.code, period.unitPrice.minorUnits, try milliseconds(period.from),
            try milliseconds(period.until), try json(period.tiers))
    }

    /// Forgets what the past says of the time that an offer itself speaks of.
    private func forgetPast(of row: Int64, _ currency: Currency, from start: Int64?) throws {
        guard let start else {
            try database.execute(
                "DELETE FROM past_price WHERE offer = ? AND currency = ?", row, currency.code)
            return
        }
        try database.execute(
            "DELETE FROM past_price WHERE offer = ? AND currency = ? AND valid_from >= ?", row, currency.code,
            start)
        try database.execute(
            """
            UPDATE past_price SET valid_until = ?3 WHERE valid_until > ?3 AND row =
                (SELECT row FROM past_price WHERE offer = ?1 AND currency = ?2 ORDER BY valid_from DESC LIMIT 1)
            """, row, currency.code, start)
    }

    func retire(_ past: [PricePeriod], of sku: Sku) throws {
        guard !past.isEmpty else { return }
        let row = try database.first("SELECT row FROM offer WHERE sku = ?", sku.text) { try $0.integer(0) }
        guard let row else { throw UnwritableOffer(sku: sku.text, what: "row") }
        for period in past { try insert(period, of: row, into: "past_price") }
    }

    func past(_ sku: Sku, _ currency: Currency) throws -> [PricePeriod] {
        try database.query(
            """
            SELECT \(OfferRows.priceColumns) FROM past_price
            WHERE offer = (SELECT row FROM offer WHERE sku = ?) AND currency = ? ORDER BY valid_from
            """, sku.text, currency.code
        ) { row in
            let price = try StoredPrice(row)
            do throws(Fault) { return try price.period() } catch {
                throw SQLiteError.unreadable(
                    "a past price of \(sku)", in: "past_price", row: try row.integer(6), error.message)
            }
        }
    }

    /// False when it was not there.
    func remove(_ sku: Sku) throws -> Bool {
        try database.execute("DELETE FROM offer WHERE sku = ?", sku.text)
        return database.changes > 0
    }

    private func saveOffer(_ offer: OfferDefinition) throws -> Int64 {
        let row = try database.first(
            """
            INSERT INTO offer (sku, min_quantity, max_quantity, step, tax_category, content_quantity,
                content_measure, options)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (sku) DO UPDATE SET min_quantity = excluded.min_quantity,
                max_quantity = excluded.max_quantity, step = excluded.step,
                tax_category = excluded.tax_category, content_quantity = excluded.content_quantity,
                content_measure = excluded.content_measure, options = excluded.options
            RETURNING row
            """,
            offer.sku.text, offer.quantity?.min.value, offer.quantity?.max.value, offer.quantity?.step.value,
            offer.taxCategory, offer.content?.quantity.value, offer.content?.measure, try json(offer.options)
        ) { row in
            try row.integer(0)
        }
        guard let row else { throw UnwritableOffer(sku: offer.sku.text, what: "row") }
        return row
    }

    private func json(_ value: (some Encodable)?) throws -> [UInt8]? {
        try value.map { try WireCoding().encode($0) }
    }

    /// Definitions are kept with instants alone: days are resolved before they come here.
    private func milliseconds(_ bound: ValidityBound?) throws -> Int64? {
        switch bound {
        case nil: nil
        case .instant(let instant): instant.milliseconds
        case .day: throw UnwritableOffer(sku: "", what: "a validity by day")
        }
    }

    static let offerColumns = """
        row, sku, min_quantity, max_quantity, step, tax_category, content_quantity, content_measure, options
        """
    static let priceColumns = "offer, currency, unit_price, valid_from, valid_until, tiers, row"
}
