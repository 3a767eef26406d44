import Contracts
import WireProtocol

/// Ends an order that has not left yet, and gives back what it took from stock.
struct Cancelling {
    let request: CancelOrder
    let now: Timestamp

    func run(in books: any CheckoutBooks) throws -> Remembered<Order> {
        guard var order = try books.order(id: request.id) else {
            throw Fault.unknownOrder("order \(request.id)")
        }
        order.state = try order.state.cancelled(at: now, note: request.note)
        for taking in order.sale.taken { try taking.giveBack(to: books, at: now) }
        try books.update(order.state, ofOrder: order.id.row)
        try books.tell(.orderCancelled, of: order, at: now)
        return try OrderMemory.remembering(order)
    }
}
