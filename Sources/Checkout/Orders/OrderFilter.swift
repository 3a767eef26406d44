package import Contracts
package import WireProtocol

/// Which orders a list shows.
package struct OrderFilter: Codable, Sendable, Equatable {
    package var status: OrderStatus?
    /// Placed at or after.
    package var from: Timestamp?
    /// Placed before.
    package var until: Timestamp?
}

/// A place in the list of orders: newest first, and of one instant the later written first.
package struct OrderPosition: Sendable, Equatable {
    package let placedAt: Timestamp
    package let row: Int64
}
