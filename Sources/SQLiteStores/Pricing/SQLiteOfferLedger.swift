import Contracts
import Messaging
import Pricing

/// The offers inside one transaction; remembers what it changed.
final class SQLiteOfferLedger: OfferLedger {
    private(set) var changes = OfferChanges()
    private let rows: OfferRows
    private let idempotency: IdempotencyTable

    init(_ rows: OfferRows) {
        self.rows = rows
        idempotency = IdempotencyTable(database: rows.database)
    }

    func offer(_ sku: Sku) throws -> OfferDefinition? { try rows.offer(sku) }

    func save(_ offer: OfferDefinition) throws {
        try rows.save(offer)
        changes.saved.append(offer)
    }

    func retire(_ past: [PricePeriod], of sku: Sku) throws { try rows.retire(past, of: sku) }

    func remove(_ sku: Sku) throws -> Bool {
        guard try rows.remove(sku) else { return false }
        changes.removed.append(sku)
        return true
    }

    func answer(of key: ChangeKey) throws -> [UInt8]? {
        try idempotency.answer(for: HashedKey(key))
    }

    func keep(_ answer: [UInt8], of key: ChangeKey) throws {
        try idempotency.keep(answer, for: HashedKey(key))
    }
}
