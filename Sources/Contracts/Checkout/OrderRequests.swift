public import WireProtocol

/// Reads one order by its id, its number or the idempotency key it was placed with.
public struct FindOrder: Request, Equatable {
    public typealias Reply = Order
    public static let method = "checkout.order"

    public var id: String?
    public var number: String?
    public var key: String?

    public init(id: String? = nil, number: String? = nil, key: String? = nil) {
        self.id = id
        self.number = number
        self.key = key
    }

    public func validate() throws(Fault) {
        var problems = Problems()
        if [id, number, key].compactMap(\.self).count != 1 {
            problems.add("invalid_request", "exactly one of id, number and key must be given", at: "")
        }
        problems.checkText(id, at: "id")
        problems.checkText(number, at: "number")
        problems.checkText(key, at: "key")
        try problems.throwIfAny()
    }
}

/// Lists orders, newest first.
public struct ListOrders: Request, Equatable {
    public static let method = "checkout.orders"

    public var status: OrderStatus?
    /// Placed at or after.
    public var from: Timestamp?
    /// Placed before.
    public var until: Timestamp?
    /// Part of the buyer's name or email; case and accents do not matter.
    public var buyer: String?
    /// The name or email of a buyer whose orders are left out, such as `Customer.bench`.
    public var exceptBuyer: String?
    /// 1 to 100, else 20.
    public var limit: WireInteger?
    public var cursor: String?

    public init(
        status: OrderStatus? = nil, from: Timestamp? = nil, until: Timestamp? = nil,
        buyer: String? = nil, exceptBuyer: String? = nil, limit: WireInteger? = nil, cursor: String? = nil
    ) {
        self.status = status
        self.from = from
        self.until = until
        self.buyer = buyer
        self.exceptBuyer = exceptBuyer
        self.limit = limit
        self.cursor = cursor
    }

    public struct Reply: Codable, Sendable, Equatable {
        /// With a filter by buyer fewer than the limit, even none, may come though there are more: a call looks at so
        /// many orders only.
        public var orders: [Order]
        /// The cursor of the next page; absent on the last.
        public var next: String?

        public init(orders: [Order], next: String? = nil) {
            self.orders = orders
            self.next = next
        }
    }

    public func validate() throws(Fault) {
        var problems = Problems()
        problems.checkLimit(limit)
        problems.checkText(cursor, at: "cursor")
        if let buyer { problems.requireText(buyer, at: "buyer") }
        if let exceptBuyer { problems.requireText(exceptBuyer, at: "exceptBuyer") }
        try problems.throwIfAny()
    }
}

/// A step in the life of an order.
public protocol OrderStep: Request where Reply == Order {
    var id: String { get }
    var note: String? { get }
}

extension OrderStep {
    public static var repetition: Repetition { .keyed }

    public func validate() throws(Fault) {
        var problems = Problems()
        problems.requireText(id, at: "id")
        problems.checkText(note, at: "note")
        try problems.throwIfAny()
    }
}

/// Cancels an order: restocks, gives coupons back, voids or refunds.
public struct CancelOrder: OrderStep, Equatable {
    public typealias Reply = Order
    public static let method = "checkout.cancel"

    public var id: String
    public var note: String?

    public init(id: String, note: String? = nil) {
        self.id = id
        self.note = note
    }
}

/// Marks an order as paid.
public struct PayOrder: OrderStep, Equatable {
    public typealias Reply = Order
    public static let method = "checkout.pay"

    public var id: String
    public var note: String?

    public init(id: String, note: String? = nil) {
        self.id = id
        self.note = note
    }
}

/// Marks an order as shipped.
public struct ShipOrder: OrderStep, Equatable {
    public typealias Reply = Order
    public static let method = "checkout.ship"

    public var id: String
    public var note: String?

    public init(id: String, note: String? = nil) {
        self.id = id
        self.note = note
    }
}

/// Marks an order as delivered.
public struct DeliverOrder: OrderStep, Equatable {
    public typealias Reply = Order
    public static let method = "checkout.deliver"

    public var id: String
    public var note: String?

    public init(id: String, note: String? = nil) {
        self.id = id
        self.note = note
    }
}

/// Gives captured money back.
public struct RefundOrder: OrderStep, Equatable {
    public typealias Reply = Order
    public static let method = "checkout.refund"

    public var id: String
    public var amount: Amount
    public var note: String?

    public init(id: String, amount: Amount, note: String? = nil) {
        self.id = id
        self.amount = amount
        self.note = note
    }
}
