package import Contracts
import Folding
package import WireProtocol

/// Which orders a list shows.
package struct OrderFilter: Codable, Sendable, Equatable {
    package var status: OrderStatus?
    /// Placed at or after.
    package var from: Timestamp?
    /// Placed before.
    package var until: Timestamp?
    /// Folded: part of the name or email.
    var buyer: String?
    /// Folded: the whole name or email.
    var exceptBuyer: String?

    init(_ request: ListOrders) {
        status = request.status
        from = request.from
        until = request.until
        buyer = request.buyer.map(fold)
        exceptBuyer = request.exceptBuyer.map(fold)
    }

    /// Whether buyers have to be looked at: they are personal, so no index holds them.
    var isAboutBuyers: Bool { buyer != nil || exceptBuyer != nil }

    func matches(_ buyer: Buyer) -> Bool {
        let names = [buyer.customer.name, buyer.customer.email].compactMap { $0.map(fold) }
        if let exceptBuyer, names.contains(exceptBuyer) { return false }
        guard let part = self.buyer else { return true }
        return names.contains { $0.contains(part) }
    }
}

/// A place in the list of orders: newest first, and of one instant the later written first.
package struct OrderPosition: Sendable, Equatable {
    package let placedAt: Timestamp
    package let row: Int64

    package init(placedAt: Timestamp, row: Int64) {
        self.placedAt = placedAt
        self.row = row
    }
}
