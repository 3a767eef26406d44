import Checkout
import Contracts
import SQLite
import WireProtocol

/// A row of the table `orders`, its parts still encoded.
struct StoredOrder {
    static let selection = """
        SELECT row, secret, year, sequence, placed_at, quote, key, sale, buyer, state FROM orders
        """

    private let id: OrderID
    private let number: OrderNumber
    private let placedAt: Timestamp
    private let quoteID: String
    private let key: String
    private let sale: [UInt8]
    private let buyer: [UInt8]
    private let state: [UInt8]

    init(_ row: borrowing Row) throws(SQLiteError) {
        id = OrderID(row: try row.integer(0), secret: try row.text(1))
        number = OrderNumber(year: Int(try row.integer(2)), sequence: try row.integer(3))
        placedAt = Timestamp(milliseconds: try row.integer(4))
        quoteID = try row.text(5)
        key = try row.text(6)
        sale = try row.blob(7)
        buyer = try row.blob(8)
        state = try row.blob(9)
    }

    /// - Throws: `DamagedOrder`, since what we wrote ourselves is no caller's fault.
    func record() throws -> OrderRecord {
        let coding = WireCoding.kept
        do {
            return OrderRecord(
                id: id, number: number, placedAt: placedAt, key: key, quoteID: quoteID,
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
