import Contracts
import WireProtocol

/// What a change of an order remembers of its answer: which order, and the state it answered with.
///
/// Nothing personal: the rest is read from the order's own row.
struct OrderMemory: Codable {
    let row: Int64
    let state: OrderState

    static func remembering(_ order: OrderRecord) throws(Fault) -> Remembered<Order> {
        let memory = OrderMemory(row: order.id.row, state: order.state)
        return Remembered(reply: order.order(), memory: try WireCoding.kept.encode(memory))
    }

    static func replay(_ books: any CheckoutBooks, _ memory: [UInt8]) throws -> Order {
        let memory: OrderMemory = try DamagedMemory.read(memory)
        guard let order = try books.order(inRow: memory.row) else { throw Fault.unknownOrder("such order") }
        return order.order(in: memory.state)
    }
}
