import Checkout
import Contracts
import SQLite
import WireProtocol

/// A row of the table `orders`, its parts still encoded.
struct StoredOrder {
    static let selection = """
        SELECT row, secret, year, sequence, placed_at, quote, quote_expires_at, key, sale, buyer, state, mark
        FROM orders
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
        do throws(SQLiteError) { try self.init(whole: row) } catch {
            throw .unreadable("an order", in: "orders", row: try row.integer(0), error.message)
        }
    }

    private init(whole row: borrowing Row) throws(SQLiteError) {
        id = OrderID(row: try row.integer(0), secret: try row.text(1))
        number = OrderNumber(
            year: Int(try row.integer(2)), sequence: try row.integer(3), mark: try row.text(11))
        placedAt = Timestamp(milliseconds: try row.integer(4))
        quote = QuoteReference(
            id: try row.text(5), expiresAt: Timestamp(milliseconds: try row.integer(6)))
        key = try row.text(7)
        sale = try row.blob(8)
        buyer = try row.blob(9)
        state = try row.blob(10)
    }

    /// What people call it.
    var name: String { "order \(number.text)" }

    /// - Throws: that it is damaged, since what we wrote ourselves is no caller's fault.
    func record() throws(SQLiteError) -> OrderRecord {
        let coding = WireCoding.kept
        do {
            return OrderRecord(
                id: id, number: number, placedAt: placedAt, key: key, quote: quote,
                sale: try coding.decode(from: sale), buyer: try coding.decode(from: buyer),
                state: try coding.decode(from: state))
        } catch {
            throw .unreadable(name, in: "orders", row: id.row, error.message)
        }
    }
}
