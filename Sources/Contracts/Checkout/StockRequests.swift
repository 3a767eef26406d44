public import WireProtocol

/// How many of a sku there are.
public struct StockLevel: Codable, Sendable, Equatable {
    public var sku: Sku
    /// False for what is made to order: it never runs out, and the numbers are zero.
    public var tracked: Bool
    public var onHand: WireInteger
    /// Set aside by holds.
    public var reserved: WireInteger
    /// On hand and not reserved.
    public var available: WireInteger

    public init(
        sku: Sku, tracked: Bool, onHand: WireInteger, reserved: WireInteger, available: WireInteger
    ) {
        self.sku = sku
        self.tracked = tracked
        self.onHand = onHand
        self.reserved = reserved
        self.available = available
    }
}

/// Levels of stock, in the order asked for.
public struct StockLevels: Codable, Sendable, Equatable {
    public var levels: [StockLevel]

    public init(levels: [StockLevel]) { self.levels = levels }
}

/// Reads stock; a sku never restocked is tracked with 0.
public struct GetStock: SkuList, Equatable {
    public typealias Reply = StockLevels
    public static let method = "checkout.stock"

    public var skus: [Sku]

    public init(skus: [Sku]) { self.skus = skus }
}

/// Lists what is counted and of which there are few, the least first.
public struct ListLowStock: Request, Equatable {
    public static let method = "checkout.lowStock"

    /// Fewer than this many are available.
    public var below: WireInteger
    /// 1 to 100, else 20.
    public var limit: WireInteger?
    public var cursor: String?

    public init(below: WireInteger, limit: WireInteger? = nil, cursor: String? = nil) {
        self.below = below
        self.limit = limit
        self.cursor = cursor
    }

    public struct Reply: Codable, Sendable, Equatable {
        public var levels: [StockLevel]
        /// The cursor of the next page; absent on the last.
        public var next: String?

        public init(levels: [StockLevel], next: String? = nil) {
            self.levels = levels
            self.next = next
        }
    }

    public func validate() throws(Fault) {
        var problems = Problems()
        problems.checkLimit(limit)
        problems.checkText(cursor, at: "cursor")
        try problems.throwIfAny()
    }
}

/// Changes stock: all changes, or none when one is bad.
public struct Restock: Request, Equatable {
    public typealias Reply = StockLevels
    public static let method = "checkout.restock"
    public static let repetition = Repetition.keyed

    public var changes: [StockChange]

    public init(changes: [StockChange]) { self.changes = changes }

    public func validate() throws(Fault) {
        var problems = Problems()
        problems.requireCount(changes.count, in: Bounds.skus, at: "changes")
        var seen: Set<Sku> = []
        for (index, change) in changes.enumerated() {
            let path = "changes[\(index)]"
            if !seen.insert(change.sku).inserted {
                problems.add("invalid_request", "\(change.sku) is there twice", at: "\(path).sku")
            }
            let given = [change.add != nil, change.set != nil, change.tracked != nil].filter(\.self)
            if given.count != 1 {
                problems.add("invalid_request", "exactly one of add, set and tracked must be given", at: path)
            }
            if let level = change.set, level.value < 0 {
                let problem = FieldProblem(
                    code: "quantity_too_small", message: "must not be negative", facts: ["min": 0])
                problems.add(problem, at: "\(path).set")
            }
        }
        try problems.throwIfAny()
    }
}

/// One change of stock: `add` (negative takes away), `set`, or whether the sku is counted at all.
public struct StockChange: Codable, Sendable, Equatable {
    public var sku: Sku
    public var add: Quantity?
    public var set: Quantity?
    public var tracked: Bool?

    public init(sku: Sku, add: Quantity? = nil, set: Quantity? = nil, tracked: Bool? = nil) {
        self.sku = sku
        self.add = add
        self.set = set
        self.tracked = tracked
    }
}

/// Sets the stock of a locked quote aside for a while.
public struct HoldStock: Request, Equatable {
    public static let method = "checkout.hold"
    public static let repetition = Repetition.keyed

    public var token: String

    public init(token: String) { self.token = token }

    public struct Reply: Codable, Sendable, Equatable {
        public var id: String
        public var expiresAt: Timestamp

        public init(id: String, expiresAt: Timestamp) {
            self.id = id
            self.expiresAt = expiresAt
        }
    }
}

/// Gives a hold back.
public struct ReleaseHold: Request, Equatable {
    public typealias Reply = Empty
    public static let method = "checkout.release"
    public static let repetition = Repetition.keyed

    public var id: String

    public init(id: String) { self.id = id }
}
