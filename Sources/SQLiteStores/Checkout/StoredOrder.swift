import Checkout
import Contracts
import SQLite
import WireProtocol

/// A row of the table `orders`, its parts still encoded.
struct StoredOrder {
    static let selection = """
        SELECT row, secret, year, sequence, placed_at, quote, quote_expires_at, key, sale, buyer, state FROM orders
        """

    private let id: OrderID
    private let number: OrderNumber
    private let placedAt: Timestamp
    private let quote: QuoteReference
    private let key: String
    private let sale: [UInt8]
    private let buyer: [UInt8]
    private let state: [UInt8]

    init(_ row: borrowing Row) throws(SQLiteError) {
        id = OrderID(row: try row.integer(0), secret: try row.text(1))
        number = OrderNumber(year: Int(try row.integer(2)), sequence: try row.integer(3))
        placedAt = Timestamp(milliseconds: try row.integer(4))
        quote = QuoteReference(
            id: try row.text(5), expiresAt: Timestamp(milliseconds: try row.integer(6)))
        key = try row.text(7)
        sale = try row.blob(8)
        buyer = try row.blob(9)
        state = try row.blob(10)
    }

    /// - Throws: `DamagedOrder`, since what we wrote ourselves is no caller's fault.
    func record() throws -> OrderRecord {
        let coding = WireCoding.kept
        do {
            return OrderRecord(
                id: id, number: number, placedAt: placedAt, key: key, quote: quote,
                sale: try coding.decode(from: sale), buyer: try coding.decode(from: buyer),
                state: try coding.decode(from: state))
        } catch {
            throw DamagedOrder(row: id.row, message: error.message)
        }
    }
}

/// A stored order that cannot be read any more.
struct DamagedOrder: Error {
    let row: Int64
    let message: String
}
