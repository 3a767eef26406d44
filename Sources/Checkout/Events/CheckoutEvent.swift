package import Contracts
package import Messaging
package import WireProtocol

/// What a change adds to the logs of the streams; committed with it.
package enum CheckoutEvent: Sendable, Equatable {
    case stock(StockLevel, at: Timestamp)
    case order(OrderStep)

    package var stream: ShopStream {
        switch self {
        case .stock: .stock
        case .order: .orders
        }
    }

    /// - Throws: an `internal` fault for what cannot be written.
    package func entry() throws(Fault) -> StreamEntry {
        switch self {
        case .stock(let level, let instant):
            try StreamEntry(
                type: ShopEvent.stockChanged.rawValue, key: level.sku.text, time: instant, level)
        case .order(let step):
            try step.entry()
        }
    }
}

/// What happened to an order, and how it stood then.
package struct OrderStep: Sendable, Equatable {
    /// `order.placed`
    package var type: String
    package var order: OrderRecord
    package var at: Timestamp

    package init(type: String, order: OrderRecord, at instant: Timestamp) {
        self.type = type
        self.order = order
        at = instant
    }

    /// An order whose lines are too much for an event is told without them.
    fileprivate func entry() throws(Fault) -> StreamEntry {
        var body = OrderEvent(order.order())
        let entry = try StreamEntry(type: type, key: order.id.text, time: at, body)
        guard entry.body.count > Bounds.pageBytes else { return entry }
        body.lines = []
        return try StreamEntry(type: type, key: order.id.text, time: at, body)
    }
}

/// An event with its number, as it was committed.
package struct CommittedEvent: Sendable, Equatable {
    package var sequence: Int64
    package var event: CheckoutEvent

    package init(_ sequence: Int64, _ event: CheckoutEvent) {
        self.sequence = sequence
        self.event = event
    }
}

extension CheckoutBooks {
    /// Sets a count and tells of it.
    func change(stockOf sku: Sku, to count: StockCount, at instant: Timestamp) throws {
        try setStock(count, of: sku)
        try append(.stock(count.level(of: sku), at: instant))
    }

    func tell(_ type: ShopEvent, of order: OrderRecord, at instant: Timestamp) throws {
        try append(.order(OrderStep(type: type.rawValue, order: order, at: instant)))
    }
}
